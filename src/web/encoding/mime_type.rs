//! MIME types: <https://mimesniff.spec.whatwg.org/#understanding-mime-types>.

use data_url::mime::Mime;
use rustc_hash::FxHashSet;

/// [Parses](https://mimesniff.spec.whatwg.org/#parse-a-mime-type) a MIME type. `None` if it is not valid.
pub(crate) fn parse_mime_type(text: &str) -> Option<Mime> {
    text.parse().ok().map(without_duplicates)
}

/// Keeps the first of several parameters with the same name. The crate `data_url` also keeps a later one whose name has
/// upper-case letters, although names are compared in lower case.
pub(crate) fn without_duplicates(mut mime_type: Mime) -> Mime {
    let mut known = FxHashSet::default();
    mime_type.parameters.retain(|(name, _)| known.insert(name.clone()));
    mime_type
}

#[cfg(test)]
mod tests {
    use super::parse_mime_type;

    #[test]
    fn the_first_of_several_parameters_counts() {
        let parsed = |text: &str| parse_mime_type(text).map(|mime_type| mime_type.to_string());
        assert_eq!(parsed("text/html;charset=a;CharSet=b;x=y;X=z").as_deref(), Some("text/html;charset=a;x=y"));
        assert_eq!(parsed("TEXT/html;A=1;a=2").as_deref(), Some("text/html;a=1"));
        assert_eq!(parsed("text;charset=a"), None);
    }
}
