//! Pipes: functions in the query of a URL that change a response, such as `?pipe=header(X-Test,value)|status(404)`.

use url::Url;

/// What changes a response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Pipe {
    /// Expands `{{...}}`.
    Substitute {
        /// Whether the values are escaped for markup.
        escapes: bool,
    },
    Status(u16),
    Header {
        name: String,
        value: String,
        append: bool,
    },
    Slice {
        start: usize,
        end: Option<usize>,
    },
    /// Sends the body in parts.
    Trickle,
}

/// The pipes of a URL, in the order in which they apply.
///
/// # Errors
///
/// Returns a message if one is unknown or malformed.
pub(super) fn of_query(url: &Url) -> Result<Vec<Pipe>, String> {
    let Some((_, pipes)) = url.query_pairs().find(|(name, _)| name == "pipe") else { return Ok(Vec::new()) };
    split(&pipes, '|').iter().map(|pipe| parse(pipe)).collect()
}

fn parse(text: &str) -> Result<Pipe, String> {
    let (name, arguments) = match text.split_once('(') {
        Some((name, rest)) => (name, split(rest.strip_suffix(')').unwrap_or(rest), ',')),
        None => (text, Vec::new()),
    };
    let arguments: Vec<String> = arguments.iter().map(|argument| unescaped(argument)).collect();
    let argument = |index: usize| arguments.get(index).map(|argument| argument.trim());
    let number = |index: usize| argument(index).and_then(|text| text.parse().ok());
    let pipe = match name {
        "sub" => Some(Pipe::Substitute { escapes: argument(0) != Some("none") }),
        "status" => {
            let status = argument(0).and_then(|text| text.parse().ok());
            status.filter(|status| (100..600).contains(status)).map(Pipe::Status)
        }
        "header" if arguments.iter().any(|argument| argument.contains(['\r', '\n', '\0'])) => None,
        "header" => argument(0).zip(arguments.get(1)).map(|(name, value)| Pipe::Header {
            name: name.to_owned(),
            value: value.clone(),
            append: argument(2).is_some_and(|append| append.eq_ignore_ascii_case("true") || append == "1"),
        }),
        "slice" => Some(Pipe::Slice { start: number(0).unwrap_or(0), end: number(1) }),
        "trickle" => Some(Pipe::Trickle),
        _ => None,
    };
    pipe.ok_or_else(|| format!("the wptserve pipe {text} is not supported"))
}

/// Splits a text at a separator that is outside of parentheses and not escaped with a backslash.
fn split(text: &str, separator: char) -> Vec<String> {
    let (mut parts, mut depth, mut is_escaped) = (vec![String::new()], 0_usize, false);
    for character in text.chars() {
        let is_separator = character == separator && depth == 0 && !is_escaped;
        match character {
            '(' if !is_escaped => depth += 1,
            ')' if !is_escaped => depth = depth.saturating_sub(1),
            _ => {}
        }
        is_escaped = character == '\\' && !is_escaped;
        if is_separator {
            parts.push(String::new());
        } else if let Some(last) = parts.last_mut() {
            last.push(character);
        }
    }
    parts
}

/// Removes the backslashes that escape.
fn unescaped(text: &str) -> String {
    let mut result = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        result.push(if character == '\\' { characters.next().unwrap_or('\\') } else { character });
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(query: &str) -> Result<Vec<Pipe>, String> {
        of_query(&Url::parse(&format!("http://web-platform.test/a?{query}")).unwrap())
    }

    #[test]
    fn pipes_are_parsed() {
        let header = |name: &str, value: &str, append| Pipe::Header { name: name.into(), value: value.into(), append };
        assert_eq!(of("x=1"), Ok(vec![]));
        assert_eq!(of("pipe=header(A,b%20c)|status(404)"), Ok(vec![header("A", "b c", false), Pipe::Status(404)]));
        assert_eq!(of("pipe=header(A,b\\,c,True)"), Ok(vec![header("A", "b,c", true)]));
        assert_eq!(
            of("pipe=header(A,max(1))|sub(none)"),
            Ok(vec![header("A", "max(1)", false), Pipe::Substitute { escapes: false }])
        );
        assert_eq!(of("pipe=slice(2,5)"), Ok(vec![Pipe::Slice { start: 2, end: Some(5) }]));
        assert_eq!(of("pipe=slice(null,5)"), Ok(vec![Pipe::Slice { start: 0, end: Some(5) }]));
        assert_eq!(of("pipe=trickle(d1)"), Ok(vec![Pipe::Trickle]));
        for invalid in ["header(A,%0d%0aB: c)", "status(0)", "status(65535)", "status(x)", "unknown"] {
            assert!(of(&format!("pipe={invalid}")).is_err(), "{invalid}");
        }
        assert!(of("pipe=gzip").is_err() && of("pipe=status(x)").is_err() && of("pipe=").is_err());
    }
}
