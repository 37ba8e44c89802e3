//! Where V8 says that a call is. The engine says that it is at its parenthesis.

use oxc_syntax::identifier::{is_identifier_part, is_identifier_start};
use oxc_syntax::keyword::is_reserved_keyword;

/// Returns the offset of the name of what is called, for the offset of the parenthesis of a call. `None` if it has no
/// name, or if V8 says that the call is at the parenthesis.
pub(super) fn callee(text: &str, parenthesis: usize) -> Option<usize> {
    let before = text.get(parenthesis..)?.starts_with('(').then(|| text[..parenthesis].trim_end())?;
    let start = before.rfind(|character| !is_identifier_part(character)).map_or(0, |at| at + width_at(before, at));
    let name = &before[start..];
    // `await (x)` and `yield (x)` are no calls.
    let is_keyword = is_reserved_keyword(name) && name != "super" || matches!(name, "await" | "yield" | "of");
    let is_name = name.starts_with(is_identifier_start) && !is_keyword && !before[..start].ends_with('#');
    is_name.then_some(start)
}

fn width_at(text: &str, offset: usize) -> usize {
    text[offset..].chars().next().map_or(0, char::len_utf8)
}

#[cfg(test)]
mod tests {
    use super::callee;

    #[test]
    fn calls_are_at_the_names_of_functions() {
        for (text, expected) in [
            ("f(", Some(0)),
            ("a.b (", Some(2)),
            ("a.é(", Some(2)),
            ("a\n.b(", Some(3)),
            ("super(", Some(0)),
            ("a[0](", None),
            ("f()(", None),
            ("a?.(", None),
            ("this.#p(", None),
            ("p.catch(", None),
            ("if (", None),
            ("await (", None),
            ("1(", None),
            ("(", None),
            ("f[", None),
        ] {
            assert_eq!(callee(text, text.len() - 1), expected, "{text}");
        }
    }
}
