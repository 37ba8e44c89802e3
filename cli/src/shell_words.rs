//! Arguments of a command line for a shell.

/// Quotes an argument for a shell.
pub(crate) fn quoted(argument: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=@%+,".contains(c);
    if !argument.is_empty() && argument.chars().all(is_plain) {
        return argument.to_owned();
    }
    if argument.contains(char::is_control) {
        // The form of a shell for characters that a terminal would not show.
        let escaped = argument.chars().map(|c| match c {
            '\'' | '\\' => format!("\\{c}"),
            '\n' => r"\n".to_owned(),
            _ if c.is_control() => {
                c.to_string().bytes().fold(String::new(), |text, byte| text + &format!("\\x{byte:02x}"))
            }
            _ => c.to_string(),
        });
        return format!("$'{}'", escaped.collect::<String>());
    }
    format!("'{}'", argument.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn arguments_are_quoted_for_a_shell() {
        assert_eq!(["a.js", "", "4:1<6:3", "it's"].map(quoted), ["a.js", "''", "'4:1<6:3'", r"'it'\''s'"]);
        assert_eq!(quoted("a\n\u{1b}'\u{9b}"), r"$'a\n\x1b\'\xc2\x9b'");
    }
}
