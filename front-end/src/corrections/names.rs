//! Names that a text does not use.

use std::cell::Cell;

use oxc_ast::ast::PropertyKey;
use oxc_syntax::identifier::is_identifier_name;

use super::HOST;
use crate::helpers::PREFIX;

/// Makes names for variables and labels that corrections need.
pub(crate) struct Names {
    prefix: String,
    next: Cell<u32>,
}

impl Names {
    pub(super) fn new(text: &str) -> Self {
        let mut prefix = PREFIX.to_owned();
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

/// Returns the name that an anonymous function or class gets from a key. `None` if the key is computed.
pub(super) fn name_of(key: &PropertyKey<'_>) -> Option<String> {
    let sign = if key.is_private_identifier() { "#" } else { "" };
    Some(format!("{sign}{}", key.name()?))
}

/// What comes before and after an anonymous function or class to name it.
pub(super) fn naming(name: &str) -> (String, String) {
    // The literal key `__proto__` would be special. The engine prefers computed keys to the own `name` of a class.
    let key = format!("[{name:?}]");
    let property = if name == "__proto__" || !is_identifier_name(name) { key.as_str() } else { name };
    (format!("{{ {property}: "), format!(" }}{key}"))
}
