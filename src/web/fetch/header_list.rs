//! Header lists: <https://fetch.spec.whatwg.org/#concept-header-list>. Needs no engine. Names and values are bytes, as
//! characters up to U+00FF.

use std::borrow::Cow;
use std::rc::Rc;

use data_url::mime::Mime;

use super::sorted_pieces::{Place, SortedPieces};
use crate::web::encoding::parse_mime_type;

/// The headers with one name.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Header {
    /// In lower case.
    key: String,
    /// As in the first header that was added.
    name: String,
    /// Values, with their places in the order in which headers were added. There is at least one.
    values: Vec<(u64, String)>,
}

/// The name of the headers that are never combined.
const SET_COOKIE: &str = "set-cookie";

/// Headers. Names are found in O(log n).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct HeaderList {
    /// Sorted by their keys. Copies of the list share them.
    headers: SortedPieces<Rc<Header>>,
    next_place: u64,
}

impl FromIterator<(String, String)> for HeaderList {
    fn from_iter<T: IntoIterator<Item = (String, String)>>(headers: T) -> Self {
        let mut list = Self::default();
        headers.into_iter().for_each(|(name, value)| list.append(&name, value));
        list
    }
}

impl HeaderList {
    /// Names and values, in the order in which they were added.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let all = self.headers.iter().flat_map(|header| header.values.iter().map(move |value| (header, value)));
        let mut all: Vec<_> = all.collect();
        all.sort_unstable_by_key(|(_, (place, _))| *place);
        all.into_iter().map(|(header, (_, value))| (&*header.name, &**value))
    }

    /// Copies of the names and values, in the order in which they were added.
    pub(super) fn to_pairs(&self) -> Vec<(String, String)> {
        self.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    pub(super) fn clear(&mut self) {
        self.headers = SortedPieces::default();
    }

    /// The place of the headers with a name, or where they would be, and the name in lower case.
    fn find(&self, name: &str) -> (Result<Place, Place>, String) {
        let key = name.to_ascii_lowercase();
        (self.headers.find(|header| header.key.as_str().cmp(&key)), key)
    }

    fn header(&self, name: &str) -> Option<&Header> {
        self.find(name).0.ok().and_then(|place| self.headers.at(place)).map(|header| &**header)
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        self.header(name).is_some()
    }

    /// [Gets](https://fetch.spec.whatwg.org/#concept-header-list-get) the values of a name, with commas between them.
    pub(crate) fn get(&self, name: &str) -> Option<String> {
        self.header(name).map(Header::combined)
    }

    fn values_at(&mut self, place: Place) -> Option<&mut Vec<(u64, String)>> {
        Some(&mut Rc::make_mut(self.headers.at_mut(place)?).values)
    }

    /// [Appends](https://fetch.spec.whatwg.org/#concept-header-list-append) a header. Its name is written as that of
    /// the first header with the same name.
    pub(super) fn append(&mut self, name: &str, value: String) {
        let value = (self.next_place, value);
        self.next_place += 1;
        match self.find(name) {
            (Ok(place), _) => {
                if let Some(values) = self.values_at(place) {
                    values.push(value);
                }
            }
            (Err(place), key) => {
                let header = Header { key, name: name.to_owned(), values: vec![value] };
                self.headers.insert(place, Rc::new(header));
            }
        }
    }

    pub(crate) fn delete(&mut self, name: &str) {
        if let (Ok(place), _) = self.find(name) {
            self.headers.remove(place);
        }
    }

    /// [Sets](https://fetch.spec.whatwg.org/#concept-header-list-set) a header, at the place of the first one.
    pub(crate) fn set(&mut self, name: &str, value: String) {
        let Some(values) = self.find(name).0.ok().and_then(|place| self.values_at(place)) else {
            return self.append(name, value);
        };
        values.truncate(1);
        if let Some(first) = values.first_mut() {
            first.1 = value;
        }
    }

    /// The values of `Set-Cookie`, which are never combined.
    pub(super) fn cookies(&self) -> impl Iterator<Item = &str> {
        self.header(SET_COOKIE).into_iter().flat_map(|header| &header.values).map(|(_, value)| &**value)
    }

    /// An element of the list that is [sorted and combined][1]: names in lower case, in order, each with all its
    /// values.
    ///
    /// [1]: https://fetch.spec.whatwg.org/#concept-header-list-sort-and-combine
    pub(super) fn sorted(&self, index: usize) -> Option<(&str, Cow<'_, str>)> {
        let cookies = self.find(SET_COOKIE).0.ok().and_then(|place| {
            let header = self.headers.at(place)?;
            Some((self.headers.index(place), &header.values))
        });
        let header = match cookies {
            Some((first, values)) if index >= first => match values.get(index - first) {
                Some((_, cookie)) => return Some((SET_COOKIE, Cow::Borrowed(cookie))),
                None => self.headers.get(index + 1 - values.len())?,
            },
            _ => self.headers.get(index)?,
        };
        Some((&header.key, Cow::Owned(header.combined())))
    }

    /// [Extracts the MIME type](https://fetch.spec.whatwg.org/#concept-header-extract-mime-type) from `Content-Type`:
    /// the last valid one. If it has no charset, it gets that of the first in the series of those with its essence.
    fn mime_type(&self) -> Option<Mime> {
        let combined = self.get("content-type")?;
        let mut found: Option<Mime> = None;
        let mut charset: Option<String> = None;
        for value in split(&combined) {
            let Some(mut next) = parse_mime_type(value).filter(|next| !next.matches("*", "*")) else { continue };
            let own = next.get_parameter("charset").map(str::to_owned);
            let has_same_essence = found.as_ref().is_some_and(|before| before.matches(&next.type_, &next.subtype));
            match (&charset, own) {
                // Step 6.4: another essence begins a series.
                (_, own) if !has_same_essence => charset = own,
                // Step 6.5.
                (Some(charset), None) => next.parameters.push(("charset".to_owned(), charset.clone())),
                _ => {}
            }
            found = Some(next);
        }
        found
    }

    /// The MIME type in `Content-Type`, with its parameters.
    pub(super) fn media_type(&self) -> Option<String> {
        self.mime_type().map(|mime_type| mime_type.to_string())
    }

    /// The MIME type in `Content-Type`, without parameters; empty if there is none.
    pub(super) fn essence(&self) -> String {
        self.mime_type().map_or_else(String::new, |Mime { type_, subtype, .. }| format!("{type_}/{subtype}"))
    }
}

impl Header {
    /// All values, with commas between them.
    fn combined(&self) -> String {
        let values: Vec<&str> = self.values.iter().map(|(_, value)| &**value).collect();
        values.join(", ")
    }
}

/// [Splits a header value](https://fetch.spec.whatwg.org/#header-value-get-decode-and-split) at the commas that are not
/// in quotes.
fn split(value: &str) -> impl Iterator<Item = &str> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    let parts = value.split(move |c| {
        let is_separator = c == ',' && !is_quoted;
        if c == '"' && !is_escaped {
            is_quoted = !is_quoted;
        }
        is_escaped = is_quoted && c == '\\' && !is_escaped;
        is_separator
    });
    parts.map(|part| part.trim_matches(['\t', ' ']))
}

/// [Normalizes](https://fetch.spec.whatwg.org/#concept-header-value-normalize) a value: removes white space around it.
pub(super) fn normalized(value: &str) -> String {
    value.trim_matches(['\t', '\n', '\r', ' ']).to_owned()
}

/// Whether a text is a token of HTTP, as names of headers and methods are.
pub(super) fn is_token(text: &str) -> bool {
    let is_token_character = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(is_token_character)
}

/// Whether a normalized text is a [header value](https://fetch.spec.whatwg.org/#header-value).
pub(super) fn is_value(text: &str) -> bool {
    !text.contains(['\0', '\n', '\r'])
}

const FORBIDDEN: [&str; 21] = [
    "accept-charset",
    "accept-encoding",
    "access-control-request-headers",
    "access-control-request-method",
    "access-control-request-private-network",
    "connection",
    "content-length",
    "cookie",
    "cookie2",
    "date",
    "dnt",
    "expect",
    "host",
    "keep-alive",
    "origin",
    "referer",
    "set-cookie",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// Whether a header is a [forbidden request-header](https://fetch.spec.whatwg.org/#forbidden-request-header).
pub(super) fn is_forbidden_in_requests(name: &str, value: &str) -> bool {
    let name = name.to_ascii_lowercase();
    if FORBIDDEN.contains(&&*name) || name == "via" || name.starts_with("proxy-") || name.starts_with("sec-") {
        return true;
    }
    let overrides = ["x-http-method", "x-http-method-override", "x-method-override"];
    overrides.contains(&&*name) && split(value).any(is_forbidden_method)
}

/// Whether a method is [forbidden](https://fetch.spec.whatwg.org/#forbidden-method).
pub(super) fn is_forbidden_method(method: &str) -> bool {
    ["CONNECT", "TRACE", "TRACK"].iter().any(|forbidden| forbidden.eq_ignore_ascii_case(method))
}

/// Whether a name is a [forbidden response-header name](https://fetch.spec.whatwg.org/#forbidden-response-header-name).
pub(super) fn is_forbidden_in_responses(name: &str) -> bool {
    name.eq_ignore_ascii_case("set-cookie") || name.eq_ignore_ascii_case("set-cookie2")
}

/// Whether a name is a [no-CORS-safelisted request-header name][name].
///
/// [name]: https://fetch.spec.whatwg.org/#no-cors-safelisted-request-header-name
pub(super) fn is_safelisted_name(name: &str) -> bool {
    ["accept", "accept-language", "content-language", "content-type"].iter().any(|safe| safe.eq_ignore_ascii_case(name))
}

/// Whether a header is a [no-CORS-safelisted request-header][header].
///
/// [header]: https://fetch.spec.whatwg.org/#no-cors-safelisted-request-header
pub(super) fn is_safelisted(name: &str, value: &str) -> bool {
    let is_unsafe_byte = |byte: u8| (byte < 0x20 && byte != b'\t') || b"\"():<>?@[\\]{}\x7f".contains(&byte);
    let is_language = |byte: u8| byte.is_ascii_alphanumeric() || b" *,-.;=".contains(&byte);
    // Each character is a byte.
    value.chars().count() <= 128
        && match &*name.to_ascii_lowercase() {
            "accept" => !value.bytes().any(is_unsafe_byte),
            "accept-language" | "content-language" => value.bytes().all(is_language),
            "content-type" => {
                let safe = [("application", "x-www-form-urlencoded"), ("multipart", "form-data"), ("text", "plain")];
                let mime_type = parse_mime_type(value).filter(|_| !value.bytes().any(is_unsafe_byte));
                mime_type.is_some_and(|it| safe.iter().any(|(kind, subtype)| it.matches(kind, subtype)))
            }
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(headers: &[(&str, &str)]) -> HeaderList {
        headers.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    #[test]
    fn headers_are_combined_and_sorted() {
        let list = list(&[("B", "1"), ("a", "2"), ("x", "4"), ("b", "3"), ("Set-Cookie", "x"), ("set-cookie", "y")]);
        assert_eq!(list.get("b").as_deref(), Some("1, 3"));
        let sorted: Vec<String> =
            (0..).map_while(|index| list.sorted(index)).map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(sorted, ["a=2", "b=1, 3", "set-cookie=x", "set-cookie=y", "x=4"]);
    }

    #[test]
    fn mime_types_are_extracted() {
        let extracted = |values: &[&str]| {
            let list: HeaderList =
                values.iter().map(|value| ("content-type".to_owned(), (*value).to_owned())).collect();
            list.media_type()
        };
        assert_eq!(extracted(&["text/HTML; Charset=GBK"]).as_deref(), Some("text/html;charset=GBK"));
        assert_eq!(extracted(&["text/plain;charset=gbk, text/plain"]).as_deref(), Some("text/plain;charset=gbk"));
        assert_eq!(
            extracted(&["text/html;charset=gbk;a=b, text/html;x=y"]).as_deref(),
            Some("text/html;x=y;charset=gbk")
        );
        assert_eq!(
            extracted(&["text/html;charset=gbk, text/html;charset=big5, text/html"]).as_deref(),
            Some("text/html;charset=gbk")
        );
        assert_eq!(
            extracted(&["text/html;charset=gbk, text/html;charset=big5"]).as_deref(),
            Some("text/html;charset=big5")
        );
        assert_eq!(extracted(&["text/html, text/html;charset=big5, text/html"]).as_deref(), Some("text/html"));
        assert_eq!(extracted(&["text/html;charset=a;CHARSET=b"]).as_deref(), Some("text/html;charset=a"));
        assert_eq!(extracted(&["text/plain;charset=gbk", "text/html"]).as_deref(), Some("text/html"));
        assert_eq!(extracted(&["text/plain", "*/*", "nonsense"]).as_deref(), Some("text/plain"));
        assert_eq!(extracted(&["text/plain;a=\"b,c\\\",d\", image/png"]).as_deref(), Some("image/png"));
        assert_eq!(extracted(&["text/plain;a=\"b, image/png"]).as_deref(), Some("text/plain;a=\"b, image/png\""));
        assert_eq!(extracted(&[""]), None);
    }

    #[test]
    fn set_replaces_all_headers_with_a_name() {
        let mut list = list(&[("a", "1"), ("b", "2"), ("A", "3"), ("c", "4")]);
        list.set("A", "5".to_owned());
        assert_eq!((list.sorted(2), list.sorted(3)), (Some(("c", "4".into())), None));
        assert_eq!(list.get("a").as_deref(), Some("5"));
        list.append("B", "6".to_owned());
        let all: Vec<_> = list.iter().collect();
        assert_eq!(all, [("a", "5"), ("b", "2"), ("c", "4"), ("b", "6")]);
        list.delete("b");
        assert!(!list.contains("B"));
    }

    #[test]
    fn forbidden_headers_are_known() {
        assert!(is_forbidden_in_requests("Cookie", "") && is_forbidden_in_requests("Sec-X", ""));
        assert!(is_forbidden_in_requests("X-HTTP-Method-Override", "get, TRACE"));
        assert!(!is_forbidden_in_requests("X-HTTP-Method-Override", "get") && !is_forbidden_in_requests("X-A", ""));
        assert!(!is_forbidden_in_requests("X-HTTP-Method-Override", "\"a,TRACE,b\""));
        assert!(is_forbidden_in_requests("X-Method-Override", "\"a,b\",trace"));
        assert!(is_safelisted("Accept", &"\u{e9}".repeat(128)) && !is_safelisted("Accept", &"\u{e9}".repeat(129)));
        assert!(is_safelisted("Content-Type", "text/plain; charset=utf-8") && !is_safelisted("X-A", "1"));
        assert!(!is_safelisted("Accept", "\"") && !is_safelisted("Accept-Language", "a@b"));
    }
}
