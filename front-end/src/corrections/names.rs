//! Names that a text does not use.

use std::cell::Cell;

use super::HOST;

/// Makes names for variables and labels that corrections need.
pub(crate) struct Names {
    prefix: String,
    next: Cell<u32>,
}

impl Names {
    pub(super) fn new(text: &str) -> Self {
        let mut prefix = "$pt".to_owned();
        while text.contains(&prefix) {
            prefix.push('_');
        }
        Self { prefix, next: Cell::new(0) }
    }

    pub(crate) fn fresh(&self) -> String {
        let number = self.next.get();
        self.next.set(number + 1);
        format!("{}{number}", self.prefix)
    }

    /// Returns a target of an assignment whose setter assigns to a variable.
    pub(super) fn setter(&self, variable: &str) -> String {
        let value = self.fresh();
        format!("{HOST}.to({value} => {{ {variable} = {value}; }}).value")
    }
}

/// What comes before and after an anonymous function or class to name it.
pub(super) fn naming(name: &str) -> (String, String) {
    // The literal key `__proto__` would be special. The engine prefers computed keys to the own `name` of a class.
    let key = format!("[{name:?}]");
    let property = if name == "__proto__" { key.as_str() } else { name };
    (format!("{{ {property}: "), format!(" }}{key}"))
}
