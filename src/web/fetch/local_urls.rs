//! Responses that need no network: those of `data:` and `blob:` URLs.

use data_url::DataUrl;

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

/// The response to a request of a `blob:` URL: [scheme fetch](https://fetch.spec.whatwg.org/#concept-scheme-fetch).
///
/// # Errors
///
/// Returns a message if the URL refers to no blob, or if the method is not `GET`.
pub(super) fn blob(parameters: &Parameters) -> Outcome {
    // Omitted: requests of ranges, which are answered with the whole blob.
    if parameters.method != "GET" {
        return Err(format!("the method {} is not allowed for a blob: URL", parameters.method));
    }
    let entry = parameters.blob.as_ref();
    let entry = entry.ok_or_else(|| format!("{} refers to no blob; it may have been revoked", parameters.url))?;
    let length = entry.bytes.as_slice().len().to_string();
    let headers = vec![("Content-Length".to_owned(), length), ("Content-Type".to_owned(), entry.media_type.clone())];
    Ok(respond(parameters, headers, entry.bytes.clone()))
}

fn respond(
    parameters: &Parameters,
    headers: Vec<(String, String)>,
    bytes: Bytes,
) -> (Head, super::header_list::HeaderList, Bytes) {
    let head = Head {
        kind: ResponseType::Basic,
        url: Some(parameters.url.clone()),
        status: 200,
        status_text: "OK".to_owned(),
        ..Head::default()
    };
    (head, headers.into_iter().collect(), bytes)
}
