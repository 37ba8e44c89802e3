//! The operators and other punctuators of JavaScript.

/// What a punctuator does to the depth of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    /// `=` and compound assignments; `**`. The right operand may contain the same operator.
    Assignment,
    /// `=>`
    Arrow,
    /// `?`
    Question,
    /// A binary operator, which may also be a prefix. The left operand may contain the same operator.
    Binary,
    /// `!` or `~`
    Prefix,
    /// `++` or `--`
    Update,
    /// `.` or `?.`
    Dot,
    /// `...`
    Spread,
    Comma,
    Semicolon,
    Colon,
    /// Part of a name: `#` or `@`; or no punctuator.
    Other,
}

/// The punctuators of more than one character, the longest ones first.
const LONG: [(&str, Operator); 33] = [
    (">>>=", Operator::Assignment),
    ("...", Operator::Spread),
    ("===", Operator::Binary),
    ("!==", Operator::Binary),
    (">>>", Operator::Binary),
    ("<<=", Operator::Assignment),
    (">>=", Operator::Assignment),
    ("**=", Operator::Assignment),
    ("&&=", Operator::Assignment),
    ("||=", Operator::Assignment),
    ("??=", Operator::Assignment),
    ("=>", Operator::Arrow),
    ("==", Operator::Binary),
    ("!=", Operator::Binary),
    ("<=", Operator::Binary),
    (">=", Operator::Binary),
    ("<<", Operator::Binary),
    (">>", Operator::Binary),
    ("&&", Operator::Binary),
    ("||", Operator::Binary),
    ("??", Operator::Binary),
    ("?.", Operator::Dot),
    ("++", Operator::Update),
    ("--", Operator::Update),
    ("**", Operator::Assignment),
    ("+=", Operator::Assignment),
    ("-=", Operator::Assignment),
    ("*=", Operator::Assignment),
    ("%=", Operator::Assignment),
    ("&=", Operator::Assignment),
    ("|=", Operator::Assignment),
    ("^=", Operator::Assignment),
    ("/=", Operator::Assignment),
];

/// Returns the punctuator at the start of a text that is not empty, and its length in bytes.
pub(super) fn operator_at(text: &str) -> (Operator, usize) {
    // `a?.5:b` is a condition.
    let is_number = |rest: &str| rest.starts_with(|character: char| character.is_ascii_digit());
    for (long, operator) in LONG {
        if let Some(rest) = text.strip_prefix(long)
            && !(long == "?." && is_number(rest))
        {
            return (operator, long.len());
        }
    }
    let first = text.chars().next().unwrap_or_default();
    let operator = match first {
        '=' => Operator::Assignment,
        '?' => Operator::Question,
        '!' | '~' => Operator::Prefix,
        '.' => Operator::Dot,
        ',' => Operator::Comma,
        ';' => Operator::Semicolon,
        ':' => Operator::Colon,
        '+' | '-' | '*' | '%' | '&' | '|' | '^' | '<' | '>' => Operator::Binary,
        _ => Operator::Other,
    };
    (operator, first.len_utf8())
}

#[cfg(test)]
mod tests {
    use super::{LONG, Operator, operator_at};

    #[test]
    fn the_longest_punctuator_is_found() {
        for (text, operator) in LONG {
            assert_eq!(operator_at(&format!("{text}a")), (operator, text.len()), "{text}");
        }
        assert_eq!(operator_at("=a"), (Operator::Assignment, 1));
        assert_eq!(operator_at("?.5:1"), (Operator::Question, 1));
        assert_eq!(operator_at("\u{1f600}"), (Operator::Other, 4));
    }
}
