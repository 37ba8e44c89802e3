//! [URL records](https://url.spec.whatwg.org/#concept-url): those of the crate `url`, with corrections where it departs
//! from the standard. `docs/conformance.md` lists what is not corrected.

use std::borrow::Cow;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use url::{ParseError, Position, Url, quirks};

/// The [path percent-encode set](https://url.spec.whatwg.org/#path-percent-encode-set).
const PATH: &AsciiSet =
    &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'<').add(b'>').add(b'?').add(b'^').add(b'`').add(b'{').add(b'}');

const TAB_AND_NEWLINES: [char; 3] = ['\t', '\n', '\r'];

/// The [basic URL parser](https://url.spec.whatwg.org/#concept-basic-url-parser) without a state override.
///
/// # Errors
///
/// What makes the URL invalid.
pub fn parse(text: &str, base: Option<&Url>) -> Result<Url, ParseError> {
    let text = if base.is_some_and(is_special_except_file) { without_extra_slashes(text) } else { text.into() };
    let url = Url::options().base_url(base).parse(&text)?;
    let path = if url.cannot_be_a_base() {
        // In the opaque path state, a space before the query or fragment is encoded. The crate does not encode it.
        url.path().strip_suffix(' ').map(|rest| format!("{rest}%20"))
    } else {
        // The crate's path percent-encode set does not contain U+005E (^).
        url.path().contains('^').then(|| url.path().replace('^', "%5E"))
    };
    path.map_or(Ok(url.clone()), |path| with_path(&url[..Position::BeforePath], &path, &url))
}

/// Whether the scheme is [special](https://url.spec.whatwg.org/#special-scheme), but not `file`.
fn is_special_except_file(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https" | "ws" | "wss" | "ftp")
}

/// The [special authority ignore slashes state][1]. If a relative URL starts with more than two slashes, the crate
/// parses an empty host.
///
/// [1]: https://url.spec.whatwg.org/#special-authority-ignore-slashes-state
fn without_extra_slashes(text: &str) -> Cow<'_, str> {
    let text = text.trim_start_matches(|c| c <= ' ');
    let rest = text.trim_start_matches(|c| matches!(c, '/' | '\\') || TAB_AND_NEWLINES.contains(&c));
    let slashes = &text[..text.len() - rest.len()];
    if slashes.matches(['/', '\\']).count() > 2 { format!("//{rest}").into() } else { text.into() }
}

/// Parses what comes before the path, a path, and the query and the fragment of a URL.
fn with_path(before: &str, path: &str, url: &Url) -> Result<Url, ParseError> {
    Url::parse(&[before, path, &url[Position::AfterPath..]].concat())
}

/// The serialization of the [origin](https://url.spec.whatwg.org/#concept-url-origin).
pub(super) fn origin(url: &Url) -> String {
    // Omitted: blob URL entries: their origin is the one in the URL.
    // For a blob URL, the crate also returns the origins of schemes that are not those of HTTP.
    let is_opaque = |path: &str| !Url::parse(path).is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
    if url.scheme() == "blob" && is_opaque(url.path()) {
        return "null".to_owned();
    }
    quirks::origin(url)
}

/// The setter of [`host`](https://url.spec.whatwg.org/#dom-url-host).
pub(super) fn set_host(url: &mut Url, text: &str) {
    set_host_with(url, |url| quirks::set_host(url, host_of(url, text)));
}

/// The setter of [`hostname`](https://url.spec.whatwg.org/#dom-url-hostname).
pub(super) fn set_hostname(url: &mut Url, text: &str) {
    set_host_with(url, |url| quirks::set_hostname(url, host_of(url, text)));
}

/// The text for a host. In the [file host state][state], the host may be empty although more follows. The crate sets it
/// only if the text is empty.
///
/// [state]: https://url.spec.whatwg.org/#file-host-state
fn host_of<'t>(url: &Url, text: &'t str) -> &'t str {
    let first = text.chars().find(|c| !TAB_AND_NEWLINES.contains(c));
    let is_empty = first.is_none_or(|c| matches!(c, '/' | '\\' | '?' | '#'));
    if url.scheme() == "file" && is_empty { "" } else { text }
}

/// The setter of [`port`](https://url.spec.whatwg.org/#dom-url-port). The parser removes tabs and newlines. The crate
/// removes the port if nothing else is left.
pub(super) fn set_port(url: &mut Url, text: &str) {
    if text.is_empty() || text.contains(|c| !TAB_AND_NEWLINES.contains(&c)) {
        // A text that is no port changes nothing.
        let _ = quirks::set_port(url, text);
    }
}

/// Sets the host. If there was none, `/.` may separate the scheme from a path that begins with two slashes. The crate
/// does not remove it.
fn set_host_with(url: &mut Url, set: impl FnOnce(&mut Url) -> Result<(), ()>) {
    let path = (!url.has_authority()).then(|| url.path().to_owned());
    if set(url).is_ok()
        && let Some(path) = path
        && let Ok(corrected) = with_path(&url[..Position::AfterPort], &path, url)
    {
        *url = corrected;
    }
}

/// The setter of [`pathname`](https://url.spec.whatwg.org/#dom-url-pathname).
pub(super) fn set_pathname(url: &mut Url, text: &str) {
    if url.cannot_be_a_base() {
        return;
    }
    let text = text.replace(TAB_AND_NEWLINES, "");
    let path = utf8_percent_encode(&text, PATH).to_string();
    if is_special_except_file(url) || url.scheme() == "file" {
        quirks::set_pathname(url, &path);
        return;
    }
    // The crate does not add and remove the `/.` that separates the scheme from a path that begins with two slashes,
    // and does not erase the path after an empty host.
    let slash = if path.starts_with('/') || path.is_empty() && url.has_authority() { "" } else { "/" };
    let before = if url.has_authority() { &url[..Position::BeforePath] } else { &format!("{}:/.", url.scheme()) };
    if let Ok(corrected) = with_path(before, &format!("{slash}{path}"), url) {
        *url = corrected;
    }
}
