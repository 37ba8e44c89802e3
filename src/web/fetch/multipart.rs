//! Forms as bytes: <https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data>, and
//! their parsing: <https://fetch.spec.whatwg.org/#dom-body-formdata>. Needs no engine.

use url::form_urlencoded;

use super::form_data::{Entry, EntryValue};
use super::parts::{self, Part};
use crate::web::encoding::parse_mime_type;

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
    let mime_type = parse_mime_type(media_type).ok_or("formData: the body has no valid media type")?;
    if mime_type.matches("application", "x-www-form-urlencoded") {
        let pairs = form_urlencoded::parse(body);
        return Ok(pairs.map(|(name, value)| (name.into_owned(), EntryValue::Text(value.into_owned()))).collect());
    }
    if !mime_type.matches("multipart", "form-data") {
        return Err("formData: the body is not form data".to_owned());
    }
    let boundary = mime_type.get_parameter("boundary").filter(|boundary| !boundary.is_empty());
    let boundary = boundary.ok_or("formData: the media type has no boundary")?;
    // Its characters are bytes.
    let boundary: Result<Vec<u8>, _> = boundary.chars().map(u8::try_from).collect();
    let parts = boundary.ok().and_then(|boundary| parts::split(body, &boundary));
    let parts = parts.ok_or_else(|| "formData: the body is malformed".to_owned())?;
    Ok(parts.into_iter().map(entry).collect())
}

/// The entry of a part. A byte order mark at the start of a text is part of it.
fn entry(part: Part<'_>) -> Entry {
    let Part { name, filename, media_type, content } = part;
    let value = match filename {
        None => EntryValue::Text(String::from_utf8_lossy(content).into_owned()),
        Some(name) => EntryValue::File { bytes: content.to_vec().into(), media_type, name },
    };
    (name, value)
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
        assert!(decode(b"--;b--", "multipart/form-data;boundary=\";b\"").unwrap().is_empty());
        assert!(decode(b"a=b", "text/plain").is_err() && decode(b"", "multipart/form-data").is_err());
    }
}
