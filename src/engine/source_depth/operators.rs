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
}

pub(super) fn operator(punctuator: &str) -> Operator {
    match punctuator {
        "=>" => Operator::Arrow,
        "?" => Operator::Question,
        "!" | "~" => Operator::Prefix,
        "++" | "--" => Operator::Update,
        "." | "?." => Operator::Dot,
        "..." => Operator::Spread,
        "," => Operator::Comma,
        ";" => Operator::Semicolon,
        ":" => Operator::Colon,
        "==" | "!=" | "===" | "!==" | "<=" | ">=" => Operator::Binary,
        "**" => Operator::Assignment,
        _ if punctuator.ends_with('=') => Operator::Assignment,
        _ => Operator::Binary,
    }
}
