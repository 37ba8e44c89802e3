//! Text in XML and HTML.

use console::strip_ansi_codes;
use quick_junit::XmlString;

/// Returns text for XML. The library removes control characters, but then different names would become equal, and words
/// would no longer be apart, so marks, spaces and line breaks take their places.
pub(super) fn valid(text: &str) -> XmlString {
    visible(text).replace('\t', "    ").replace("\r\n", "\n").replace('\r', "\n").into()
}

/// Removes the escape sequences of terminals, and replaces the characters that XML 1.0 does not allow.
fn visible(text: &str) -> String {
    let is_allowed = |c| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..);
    strip_ansi_codes(text).replace(|c| !is_allowed(c), "\u{fffd}")
}

/// Escapes text for HTML.
pub(crate) fn escaped(text: &str) -> String {
    let text = visible(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\r', "&#13;")
}
