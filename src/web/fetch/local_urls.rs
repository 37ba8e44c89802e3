//! Responses that need no network: those of `data:` and `blob:` URLs.

use data_url::DataUrl;

use super::byte_range;
use super::header_list::HeaderList;
use super::redirects::Outcome;
use super::request::Parameters;
use super::response::{Head, ResponseType};
use crate::web::encoding::without_duplicates;
use crate::web::file_api::Bytes;

/// The response to a request of a [`data:` URL](https://fetch.spec.whatwg.org/#data-url-processor).
///
/// # Errors
///
/// Returns a message if the URL has no comma, or if its data is not valid base64.
pub(super) fn data(parameters: &Parameters) -> Outcome {
    let data = DataUrl::process(parameters.url.as_str()).map_err(|_| "the data: URL has no comma")?;
    let (bytes, _) = data.decode_to_vec().map_err(|_| "the data: URL is not valid base64")?;
    let bytes = if parameters.method == "HEAD" { Bytes::default() } else { bytes.into() };
    Ok(respond(
        parameters,
        vec![("Content-Type".to_owned(), without_duplicates(data.mime_type().clone()).to_string())],
        bytes,
    ))
}

/// The response to a request of a `blob:` URL: [scheme fetch](https://fetch.spec.whatwg.org/#concept-scheme-fetch). The
/// value of the header `Range` asks for a part.
///
/// # Errors
///
/// Returns a message if the URL refers to no blob, if the method is not `GET`, or if the range is not valid.
pub(super) fn blob(parameters: &Parameters, range: Option<&str>) -> Outcome {
    if parameters.method != "GET" {
        return Err(format!("the method {} is not allowed for a blob: URL", parameters.method));
    }
    let entry = parameters.blob.as_ref();
    let entry = entry.ok_or_else(|| format!("{} refers to no blob; it may have been revoked", parameters.url))?;
    let length = entry.bytes.len();
    let header = |name: &str, value: String| (name.to_owned(), value);
    let of_blob = |bytes: &Bytes| {
        vec![header("Content-Length", bytes.len().to_string()), header("Content-Type", entry.media_type.clone())]
    };
    let Some(value) = range else { return Ok(respond(parameters, of_blob(&entry.bytes), entry.bytes.clone())) };
    let range = byte_range::requested(value, length)
        .ok_or_else(|| format!("the range '{value}' is not valid for {}, which has {length} bytes", parameters.url))?;
    let bytes = entry.bytes.slice(range.start, range.end);
    let mut headers = of_blob(&bytes);
    // An empty range is the last 0 bytes.
    let last = range.end.saturating_sub(1);
    headers.push(header("Content-Range", format!("bytes {}-{last}/{length}", range.start)));
    let (head, headers, bytes) = respond(parameters, headers, bytes);
    Ok((Head { status: 206, status_text: "Partial Content".to_owned(), ..head }, headers, bytes))
}

fn respond(parameters: &Parameters, headers: Vec<(String, String)>, bytes: Bytes) -> (Head, HeaderList, Bytes) {
    let head = Head {
        kind: ResponseType::Basic,
        url: Some(parameters.url.clone()),
        status: 200,
        status_text: "OK".to_owned(),
        ..Head::default()
    };
    (head, headers.into_iter().collect(), bytes)
}
