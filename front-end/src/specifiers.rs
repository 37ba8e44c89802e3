//! What specifiers and importers say without looking at files.

use std::path::Path;

/// The folder of an importer.
pub(super) fn folder_of(importer: &Path) -> &Path {
    importer.parent().unwrap_or(Path::new("/"))
}

/// Returns the name of the package in a bare specifier: the first segment, or two if it starts with `@`.
pub(super) fn package_of(specifier: &str) -> &str {
    let segments = if specifier.starts_with('@') { 2 } else { 1 };
    specifier.match_indices('/').nth(segments - 1).map_or(specifier, |(end, _)| &specifier[..end])
}

/// Splits a specifier of a file into the file and the query and fragment, which make it a module of its own.
pub(super) fn split_query(specifier: &str) -> (&str, &str) {
    let is_file = ["./", "../", "/", "file:"].iter().any(|start| specifier.starts_with(start));
    let end = specifier.find(['?', '#']).filter(|_| is_file).unwrap_or(specifier.len());
    specifier.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::{package_of, split_query};

    #[test]
    fn only_specifiers_of_files_have_queries() {
        assert_eq!(split_query("./a.js?v=1#b"), ("./a.js", "?v=1#b"));
        assert_eq!(split_query("../a#b"), ("../a", "#b"));
        assert_eq!(split_query("./a.js"), ("./a.js", ""));
        assert_eq!(split_query("#a?b"), ("#a?b", ""));
    }

    #[test]
    fn packages_have_one_segment_or_a_scope() {
        assert_eq!(package_of("rxjs"), "rxjs");
        assert_eq!(package_of("rxjs/operators"), "rxjs");
        assert_eq!(package_of("@a/b/c"), "@a/b");
        assert_eq!(package_of("@a"), "@a");
    }
}
