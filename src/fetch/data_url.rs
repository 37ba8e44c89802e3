//! `data:` URLs: <https://fetch.spec.whatwg.org/#data-url-processor>.

use base64::Engine;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use percent_encoding::percent_decode_str;
use url::Url;

use super::header_list::HeaderList;
use super::response::{Head, ResponseType};
use crate::file_api::Bytes;

/// [Forgiving-base64](https://infra.spec.whatwg.org/#forgiving-base64-decode): padding is optional.
const FORGIVING: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// The response to a request of a `data:` URL.
///
/// # Errors
///
/// Returns a message if the URL has no comma, or if its data is not valid base64.
pub(super) fn response(url: &Url) -> Result<(Head, HeaderList, Bytes), String> {
    let mut without_fragment = url.clone();
    without_fragment.set_fragment(None);
    let text = without_fragment.as_str().strip_prefix("data:").unwrap_or_default();
    let (media_type, data) = text.split_once(',').ok_or("the data: URL has no comma")?;
    let mut bytes: Vec<u8> = percent_decode_str(data).collect();
    let trimmed = media_type.trim_matches(' ');
    let base64 = trimmed.len().checked_sub("base64".len()).filter(|&at| {
        trimmed.is_char_boundary(at)
            && trimmed[at..].eq_ignore_ascii_case("base64")
            && trimmed[..at].trim_end_matches(' ').ends_with(';')
    });
    let media_type = match base64 {
        Some(at) => {
            bytes.retain(|byte| !byte.is_ascii_whitespace());
            bytes = FORGIVING.decode(&bytes).map_err(|error| format!("the data: URL is not valid base64: {error}"))?;
            trimmed[..at].trim_end_matches(' ').trim_end_matches(';')
        }
        None => trimmed,
    };
    let headers = [("Content-Type".to_owned(), normalized(media_type))].into_iter().collect();
    let head = Head {
        kind: ResponseType::Basic,
        url: Some(url.clone()),
        status: 200,
        status_text: "OK".to_owned(),
        ..Head::default()
    };
    Ok((head, headers, bytes.into()))
}

/// The media type as it is serialized. One that is not valid counts as plain text.
fn normalized(media_type: &str) -> String {
    let with_essence =
        if media_type.starts_with(';') { format!("text/plain{media_type}") } else { media_type.to_owned() };
    let (essence, parameters) = with_essence.split_once(';').unwrap_or((&with_essence, ""));
    let is_valid = essence
        .trim()
        .split_once('/')
        .is_some_and(|(kind, subtype)| super::header_list::is_token(kind) && super::header_list::is_token(subtype));
    if !is_valid {
        return "text/plain;charset=US-ASCII".to_owned();
    }
    let parameters = parameters.split(';').filter_map(|parameter| parameter.split_once('='));
    let parameters = parameters.map(|(name, value)| format!(";{}={value}", name.trim().to_ascii_lowercase()));
    essence.trim().to_ascii_lowercase() + &parameters.collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fetched(url: &str) -> Result<(String, String), String> {
        let (_, headers, bytes) = response(&Url::parse(url).unwrap())?;
        Ok((headers.get("content-type").unwrap_or_default(), String::from_utf8_lossy(bytes.as_slice()).into_owned()))
    }

    #[test]
    fn data_is_decoded() {
        let cases = [
            ("data:,a%20b#c", "text/plain;charset=US-ASCII", "a b"),
            ("data:text/html;charset=utf-8,%3Cp%3E", "text/html;charset=utf-8", "<p>"),
            ("data:;base64,aGk", "text/plain;charset=US-ASCII", "hi"),
            ("data:application/json ; BASE64 ,e30=", "application/json", "{}"),
            ("data:;charset=x,", "text/plain;charset=x", ""),
        ];
        for (url, media_type, text) in cases {
            assert_eq!(fetched(url), Ok((media_type.to_owned(), text.to_owned())), "{url}");
        }
        assert!(fetched("data:text/plain").is_err() && fetched("data:;base64,%ff").is_err());
    }
}
