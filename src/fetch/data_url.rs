//! `data:` URLs: <https://fetch.spec.whatwg.org/#data-url-processor>.

use data_url::DataUrl;
use url::Url;

use super::header_list::HeaderList;
use super::response::{Head, ResponseType};
use crate::file_api::Bytes;

/// The response to a request of a `data:` URL.
///
/// # Errors
///
/// Returns a message if the URL has no comma, or if its data is not valid base64.
pub(super) fn response(url: &Url) -> Result<(Head, HeaderList, Bytes), String> {
    let data = DataUrl::process(url.as_str()).map_err(|_| "the data: URL has no comma")?;
    let (bytes, _) = data.decode_to_vec().map_err(|_| "the data: URL is not valid base64")?;
    let headers = [("Content-Type".to_owned(), data.mime_type().to_string())].into_iter().collect();
    let head = Head {
        kind: ResponseType::Basic,
        url: Some(url.clone()),
        status: 200,
        status_text: "OK".to_owned(),
        ..Head::default()
    };
    Ok((head, headers, bytes.into()))
}
