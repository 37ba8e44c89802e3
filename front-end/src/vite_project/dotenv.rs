//! Files such as `.env`, as Vite reads them.

/// The quotes around values. Only in double quotes, `\\n` is a line break.
const QUOTES: [char; 3] = ['\'', '"', '`'];

/// Returns the variables of a file in the order in which they are written, before others in their values are replaced.
pub(super) fn parse(text: &str) -> Vec<(String, String)> {
    let text = text.replace("\r\n", "\n");
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let mut variables = Vec::new();
    while !rest.is_empty() {
        let end = rest.find('\n').unwrap_or(rest.len());
        let name = name_in(&rest[..end]);
        let Some((name, at)) = name else {
            rest = rest[end..].strip_prefix('\n').unwrap_or_default();
            continue;
        };
        let (value, after) = value_at(&rest[at..]);
        variables.push((name.to_owned(), value));
        rest = after.split_once('\n').map_or("", |(_, after)| after);
    }
    variables
}

/// Returns the name that a line assigns to, and where its value starts.
fn name_in(line: &str) -> Option<(&str, usize)> {
    let (name, _) = line.split_once('=')?;
    let at = name.len() + 1;
    let name = name.trim();
    let name = name.strip_prefix("export ").unwrap_or(name).trim();
    let is_name = |character: char| character.is_ascii_alphanumeric() || "_.-".contains(character);
    (!name.is_empty() && name.chars().all(is_name)).then_some((name, at))
}

/// Returns the value at the start of a text, and the rest, which still has the end of its line. A value in quotes may
/// have several lines.
fn value_at(text: &str) -> (String, &str) {
    let start = text.trim_start_matches([' ', '\t']);
    let quote = start.chars().next().filter(|first| QUOTES.contains(first));
    let end = quote.and_then(|quote| Some((quote, start[1..].find(quote)? + 1)));
    if let Some((quote, end)) = end {
        let value = &start[1..end];
        let value = if quote == '"' { value.replace("\\n", "\n") } else { value.to_owned() };
        return (value, &start[end + 1..]);
    }
    let end = start.find('\n').unwrap_or(start.len());
    let value = start[..end].split('#').next().unwrap_or_default();
    (value.trim().to_owned(), &start[end..])
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn values_are_plain_or_in_quotes() {
        for (text, expected) in [
            ("A=one # comment\nB = two\n", &[("A", "one"), ("B", "two")][..]),
            ("# A=1\n\nexport B='two # not' # is\r\nC=\n", &[("B", "two # not"), ("C", "")]),
            ("A=\"x\\ny\"\nB='x\\ny'\nC=`it's`", &[("A", "x\ny"), ("B", "x\\ny"), ("C", "it's")]),
            ("A=\"two\nlines\"\nB=2", &[("A", "two\nlines"), ("B", "2")]),
            ("A=\"x\"y\nB=a#b\nno value\n=1\nA B=1", &[("A", "x"), ("B", "a")]),
            ("A=\"open\nB=2", &[("A", "\"open"), ("B", "2")]),
            ("\u{feff}A=a=b", &[("A", "a=b")]),
            ("A='é'\nB", &[("A", "é")]),
            ("", &[]),
        ] {
            let expected: Vec<_> = expected.iter().map(|&(a, b)| (a.to_owned(), b.to_owned())).collect();
            assert_eq!(parse(text), expected, "{text:?}");
        }
    }
}
