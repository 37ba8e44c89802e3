//! Paths as they are written on Unix, which Windows understands, too: in reports, and in modules in JavaScript.

use std::path::{MAIN_SEPARATOR, Path};

/// A path as text, with slashes between its parts on each system.
#[must_use]
pub fn with_slashes(path: &Path) -> String {
    let text = path.to_string_lossy();
    if MAIN_SEPARATOR == '/' { text.into_owned() } else { text.replace(MAIN_SEPARATOR, "/") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_separated_by_slashes() {
        assert_eq!(with_slashes(&Path::new("a").join("b").join("c.js")), "a/b/c.js");
    }
}
