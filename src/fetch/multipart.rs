//! Forms as bytes: <https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data>, and
//! their parsing: <https://fetch.spec.whatwg.org/#dom-body-formdata>. Needs no engine.

use url::form_urlencoded;

use super::form_data::{Entry, EntryValue};

/// Encodes entries. Returns the bytes and the media type, with the boundary.
pub(super) fn encode(entries: &[Entry]) -> (Vec<u8>, String) {
    let boundary = format!("----posttaskFormBoundary{:016x}", fastrand::u64(..));
    let mut bytes = Vec::new();
    for (name, value) in entries {
        bytes.extend_from_slice(format!("--{boundary}\r\n").as_bytes());
        let name = escaped(&with_line_endings(name));
        let head = format!("Content-Disposition: form-data; name=\"{name}\"");
        bytes.extend_from_slice(head.as_bytes());
        match value {
            EntryValue::Text(text) => {
                bytes.extend_from_slice(format!("\r\n\r\n{}", with_line_endings(text)).as_bytes());
            }
            EntryValue::File { bytes: content, media_type, name } => {
                let media_type = if media_type.is_empty() { "application/octet-stream" } else { media_type };
                let head = format!("; filename=\"{}\"\r\nContent-Type: {media_type}\r\n\r\n", escaped(name));
                bytes.extend_from_slice(head.as_bytes());
                bytes.extend_from_slice(content.as_slice());
            }
        }
        bytes.extend_from_slice(b"\r\n");
    }
    bytes.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    (bytes, format!("multipart/form-data; boundary={boundary}"))
}

fn escaped(name: &str) -> String {
    name.replace('\n', "%0A").replace('\r', "%0D").replace('"', "%22")
}

/// Each line ends with a carriage return and a line feed.
fn with_line_endings(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n").replace('\n', "\r\n")
}

/// Decodes a body with this media type.
///
/// # Errors
///
/// Returns a message if the media type is not that of a form, or if the body is malformed.
pub(super) fn decode(body: &[u8], media_type: &str) -> Result<Vec<Entry>, String> {
    let (essence, parameters) = media_type.split_once(';').unwrap_or((media_type, ""));
    match &*essence.trim().to_ascii_lowercase() {
        "application/x-www-form-urlencoded" => {
            let pairs = form_urlencoded::parse(body);
            Ok(pairs.map(|(name, value)| (name.into_owned(), EntryValue::Text(value.into_owned()))).collect())
        }
        "multipart/form-data" => {
            let boundary = parameter(parameters, "boundary").ok_or("formData: the media type has no boundary")?;
            parts(body, &boundary).ok_or_else(|| "formData: the body is malformed".to_owned())
        }
        _ => Err("formData: the body is not a form".to_owned()),
    }
}

/// The value of a parameter, without its quotes.
fn parameter(parameters: &str, name: &str) -> Option<String> {
    let value = parameters.split(';').find_map(|parameter| {
        let (known, value) = parameter.split_once('=')?;
        known.trim().eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
    })?;
    Some(value.strip_prefix('"').map_or(value.clone(), |value| value.trim_end_matches('"').to_owned()))
}

fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    memchr::memmem::find(haystack, needle)
}

/// Splits a body at its boundaries. `None` if it is malformed.
fn parts(body: &[u8], boundary: &str) -> Option<Vec<Entry>> {
    let delimiter = format!("\r\n--{boundary}");
    let mut rest = body.strip_prefix(&delimiter.as_bytes()[2..])?;
    let mut entries = Vec::new();
    loop {
        if rest.strip_prefix(b"--").is_some_and(|rest| rest.is_empty() || rest == b"\r\n") {
            return Some(entries);
        }
        rest = rest.strip_prefix(b"\r\n")?;
        let end = find(rest, b"\r\n\r\n")?;
        let (name, filename, media_type) = head(&rest[..end])?;
        rest = &rest[end + 4..];
        let end = find(rest, delimiter.as_bytes())?;
        let (content, after) = (&rest[..end], &rest[end + delimiter.len()..]);
        let value = match filename {
            None => EntryValue::Text(
                String::from_utf8_lossy(content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content)).into_owned(),
            ),
            Some(name) => EntryValue::File { bytes: content.to_vec().into(), media_type, name },
        };
        entries.push((name, value));
        rest = after;
    }
}

/// The name, the file name and the media type in the headers of a part.
fn head(headers: &[u8]) -> Option<(String, Option<String>, String)> {
    let headers = String::from_utf8_lossy(headers);
    let (mut name, mut filename, mut media_type) = (None, None, "text/plain".to_owned());
    for line in headers.split("\r\n") {
        let (key, value) = line.split_once(':')?;
        match &*key.trim().to_ascii_lowercase() {
            "content-disposition" => {
                let parameters = value.trim().strip_prefix("form-data")?;
                name = quoted(parameters, "name");
                filename = quoted(parameters, "filename");
            }
            "content-type" => value.trim().clone_into(&mut media_type),
            _ => {}
        }
    }
    Some((name?, filename, media_type))
}

/// The value of a parameter in quotes, with its escapes replaced.
fn quoted(parameters: &str, name: &str) -> Option<String> {
    let start = parameters.find(&format!("; {name}=\"")).map(|at| at + name.len() + 4)?;
    let value = &parameters[start..];
    let value = &value[..value.find('"')?];
    Some(value.replace("%0A", "\n").replace("%0D", "\r").replace("%22", "\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_survive_a_round_trip() {
        let file =
            EntryValue::File { bytes: vec![0, 13, 10, 255].into(), media_type: String::new(), name: "a\"b".into() };
        let entries = [("n\n\"".to_owned(), EntryValue::Text("x\ny".to_owned())), ("f".to_owned(), file)];
        let (bytes, media_type) = encode(&entries);
        let decoded = decode(&bytes, &media_type).unwrap();
        let shown = format!("{decoded:?}");
        assert!(shown.contains(r#"("n\r\n\"", Text("x\r\ny"))"#), "{shown}");
        let Some((_, EntryValue::File { bytes, media_type, name })) = decoded.last() else { panic!("{shown}") };
        assert_eq!(
            (bytes.as_slice(), &**media_type, &**name),
            (&[0, 13, 10, 255][..], "application/octet-stream", "a\"b")
        );
    }

    #[test]
    fn malformed_forms_are_errors() {
        for body in ["", "--b", "--b\r\n", "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx", "x--b--\r\n"] {
            assert!(decode(body.as_bytes(), "multipart/form-data; boundary=b").is_err(), "{body}");
        }
        assert!(decode(b"--b--\r\n", "multipart/form-data; boundary=\"b\"").unwrap().is_empty());
        assert!(decode(b"a=b", "text/plain").is_err() && decode(b"", "multipart/form-data").is_err());
    }
}
