//! The parts of a body: <https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1>, as forms use them:
//! <https://www.rfc-editor.org/rfc/rfc7578#section-4>. Needs no engine.

use super::header_list::is_token;

/// A part of a form.
pub(super) struct Part<'a> {
    pub(super) name: String,
    /// `None` if the part is a text.
    pub(super) filename: Option<String>,
    pub(super) media_type: String,
    pub(super) content: &'a [u8],
}

/// A line with the boundary, and the line break before it.
struct Delimiter {
    start: usize,
    end: usize,
    is_last: bool,
}

fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    memchr::memmem::find(haystack, needle)
}

/// Splits a body at its delimiters. What is before the first and after the last one is ignored. `None` if the body is
/// malformed.
pub(super) fn split<'a>(body: &'a [u8], boundary: &[u8]) -> Option<Vec<Part<'a>>> {
    let marker = [b"\r\n--", boundary].concat();
    let mut delimiter = first_delimiter(body, &marker)?;
    let mut parts = Vec::new();
    while !delimiter.is_last {
        let start = delimiter.end;
        let end_of_headers = start + find(&body[start..], b"\r\n\r\n")?;
        // The second line break may be that of the delimiter: then there is no content.
        let blank_line = end_of_headers + 2;
        delimiter = next_delimiter(body, &marker, blank_line)?;
        let content = body[blank_line..delimiter.start].strip_prefix(b"\r\n").unwrap_or_default();
        parts.push(part(&body[start..end_of_headers], content)?);
    }
    Some(parts)
}

/// The first delimiter: at the start of the body, there is no line break before it.
fn first_delimiter(body: &[u8], marker: &[u8]) -> Option<Delimiter> {
    let length = marker.len() - 2;
    let at_start = body.strip_prefix(&marker[2..]).and_then(rest_of_line);
    match at_start {
        Some((is_last, rest)) => Some(Delimiter { start: 0, end: length + rest, is_last }),
        None => next_delimiter(body, marker, 0),
    }
}

fn next_delimiter(body: &[u8], marker: &[u8], from: usize) -> Option<Delimiter> {
    let mut at = from;
    loop {
        let start = at + find(&body[at..], marker)?;
        let end = start + marker.len();
        if let Some((is_last, rest)) = rest_of_line(&body[end..]) {
            return Some(Delimiter { start, end: end + rest, is_last });
        }
        // A longer line that only begins like a delimiter.
        at = end;
    }
}

/// What follows the boundary in the line of a delimiter: two hyphens if it is the last one, and padding. Returns
/// whether it is the last one, and the length with the line break. `None` if there is anything else.
fn rest_of_line(rest: &[u8]) -> Option<(bool, usize)> {
    let is_last = rest.starts_with(b"--");
    let hyphens = if is_last { 2 } else { 0 };
    let padding = rest[hyphens..].iter().take_while(|byte| b" \t".contains(byte)).count();
    match &rest[hyphens + padding..] {
        [b'\r', b'\n', ..] => Some((is_last, hyphens + padding + 2)),
        [] if is_last => Some((is_last, rest.len())),
        _ => None,
    }
}

/// A part with these headers. `None` if it has no name.
fn part<'a>(headers: &[u8], content: &'a [u8]) -> Option<Part<'a>> {
    // A line that begins with white space continues the one before it.
    let headers = String::from_utf8_lossy(headers).replace("\r\n ", " ").replace("\r\n\t", " ");
    let (mut name, mut filename, mut media_type) = (None, None, "text/plain".to_owned());
    for line in headers.split("\r\n") {
        let (key, value) = line.split_once(':')?;
        match &*key.trim().to_ascii_lowercase() {
            "content-disposition" => {
                let parameters = disposition(value)?;
                let of_name =
                    |wanted| parameters.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.clone());
                (name, filename) = (of_name("name"), of_name("filename"));
            }
            "content-type" => value.trim().clone_into(&mut media_type),
            _ => {}
        }
    }
    Some(Part { name: name?, filename, media_type, content })
}

/// The parameters of a disposition, which must be that of a form. `None` if it is malformed.
fn disposition(value: &str) -> Option<Vec<(String, String)>> {
    let (kind, mut rest) = value.split_once(';').unwrap_or((value, ""));
    if !kind.trim().eq_ignore_ascii_case("form-data") {
        return None;
    }
    let mut parameters = Vec::new();
    while !rest.trim().is_empty() {
        let (name, value) = rest.split_once('=')?;
        let name = Some(name.trim()).filter(|name| is_token(name))?;
        let (value, after) = parameter_value(value.trim_start())?;
        parameters.push((name.to_ascii_lowercase(), value));
        rest = match after.trim_start() {
            "" => "",
            after => after.strip_prefix(';')?,
        };
    }
    Some(parameters)
}

/// The value at the start of a text, a token or a text in quotes, and what follows it. In quotes, a backslash is a
/// character like others, as in file names; other characters are percent-encoded.
fn parameter_value(text: &str) -> Option<(String, &str)> {
    let Some(quoted) = text.strip_prefix('"') else {
        let (value, _) = text.split_once(';').unwrap_or((text, ""));
        return Some((value.trim_end().to_owned(), &text[value.len()..]));
    };
    let (value, after) = quoted.split_once('"')?;
    Some((value.replace("%0A", "\n").replace("%0D", "\r").replace("%22", "\""), after))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(body: &str) -> Option<String> {
        let parts = split(body.as_bytes(), b"b")?;
        let shown = parts.iter().map(|part| {
            let file = part.filename.as_ref().map(|name| format!(" in {name} ({})", part.media_type));
            format!("{}={}{}", part.name, String::from_utf8_lossy(part.content), file.unwrap_or_default())
        });
        Some(shown.collect::<Vec<_>>().join("; "))
    }

    fn one(disposition: &str) -> Option<String> {
        shown(&format!("--b\r\nContent-Disposition: {disposition}\r\n\r\nx\r\n--b--"))
    }

    #[test]
    fn dispositions_have_several_forms() {
        for text in
            ["form-data; name=\"a\"", "FORM-DATA;NAME=a", "form-data ; x=y ;name = \"a\" ", "form-data; name=a;"]
        {
            assert_eq!(one(text).as_deref(), Some("a=x"), "{text}");
        }
        assert_eq!(one("form-data; name=\"; filename=\"").as_deref(), Some("; filename==x"));
        assert_eq!(one("form-data;\r\n name=a;\r\n\tfilename=\"C:\\\"").as_deref(), Some("a=x in C:\\ (text/plain)"));
        assert_eq!(one("form-data; name=\"%22%0D%0A%41\"").as_deref(), Some("\"\r\n%41=x"));
        for text in
            ["form-data", "attachment; name=a", "form-data; name", "form-data; name=\"a", "form-data; name=\"a\"b"]
        {
            assert_eq!(one(text), None, "{text}");
        }
    }

    #[test]
    fn delimiters_have_padding_and_text_around_them() {
        let part = "Content-Disposition: form-data; name=a\r\n\r\n";
        for (body, expected) in [
            (format!("before\r\n--b \t\r\n{part}x\r\n--b-- \r\nafter"), "a=x"),
            (format!("--b\r\n{part}x\r\n--bc\r\n--b\r\n{part}\r\n--b--\r\n"), "a=x\r\n--bc; a="),
            (format!("--b\r\n{part}--b\r\n{part}--b--"), "a=; a="),
            (format!("--b\r\nX: y\r\ncontent-type: text/x\r\n{part}--b--\r\n\r\n--b"), "a="),
            ("--b--".to_owned(), ""),
        ] {
            assert_eq!(shown(&body).as_deref(), Some(expected), "{body}");
        }
        for body in ["", "--b", "x--b--", "--b\r\n\r\nx\r\n--b--", "--b\r\nno header\r\n\r\nx\r\n--b--", "--b--x"] {
            assert_eq!(shown(body), None, "{body}");
        }
        assert_eq!(shown(&format!("--b\r\n{part}x\r\n--b-")), None);
    }
}
