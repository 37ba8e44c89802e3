//! What a test uses that is not here. Such a test is omitted for it.

use super::Metadata;

/// What the text of a test contains if it uses something, and the reason for omitting the test.
const USES: [(&str, &str); 15] = [
    ("iframe", "needs frames"),
    ("window.open(", "needs other windows"),
    ("new SharedWorker(", "starts a shared worker"),
    ("navigator.serviceWorker", "needs a service worker"),
    ("service_worker_unregister", "needs a service worker"),
    ("test_driver.", "needs test_driver, which controls a browser"),
    ("new Image(", "needs a document"),
    ("new Audio(", "needs a document"),
    ("new Option(", "needs a document"),
    ("new DOMParser(", "needs a document"),
    ("extends Image", "needs a document"),
    ("ownKeys(Image)", "needs a document"),
    ("WindowProperties", "needs frames"),
    ("sessionStorage", "needs storage"),
    ("localStorage", "needs storage"),
];

/// Scripts that a test loads if it uses something.
const SCRIPTS: [(&str, &str); 3] = [
    ("/rc-helper.js", "needs other windows"),
    ("/remote-context-helper.js", "needs other windows"),
    ("/dispatcher.js", "needs a Python handler"),
];

/// Returns what a test needs that is not here. `None` if it can run.
///
/// This looks for words in the text: whether the code that contains them runs is not known. Tests of windows may use
/// the document. Tests that run on any global only do that after checking that it exists.
pub(super) fn missing(source: &str, metadata: &Metadata, is_window_test: bool) -> Option<&'static str> {
    let used = USES.iter().find(|(word, _)| source.contains(word));
    let loaded = || {
        let loads = |name: &str| metadata.scripts.iter().any(|script| script.ends_with(name));
        SCRIPTS.iter().find(|(name, _)| loads(name))
    };
    let document = || (is_window_test && source.contains("document.")).then_some("needs a document");
    used.or_else(loaded).map(|(_, reason)| *reason).or_else(document)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_omitted_for_what_they_use() {
        let reason = |source: &str, is_window_test| missing(source, &Metadata::parse(source), is_window_test);
        assert_eq!(reason("test(() => {});", true), None);
        assert_eq!(reason("if ('document' in self) document.title;", false), None);
        assert_eq!(reason("document.title;", true), Some("needs a document"));
        assert_eq!(reason("new SharedWorker('a.js')", false), Some("starts a shared worker"));
        assert_eq!(reason("// META: script=/common/dispatcher/dispatcher.js", false), Some("needs a Python handler"));
        assert_eq!(reason("const iframe = 1;", false), Some("needs frames"));
    }
}
