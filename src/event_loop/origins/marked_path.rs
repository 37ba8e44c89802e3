//! Paths of source text that is evaluated with an extra line in front, which the user has not written.
//!
//! The engine gets such source text under its path plus a mark that no file name contains. Wherever the engine reports
//! a position, the mark shows that the line number is too high by one. No list of such source texts is needed.

use std::borrow::Cow;
use std::path::Path;

/// The mark, as an extension of the path.
const MARK: &str = "\0";

/// Returns the path under which the engine gets source text with an extra line.
#[must_use]
pub fn marked(path: &Path) -> std::path::PathBuf {
    path.with_added_extension(MARK)
}

/// Whether a path has the mark.
#[must_use]
pub(crate) fn is_marked(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == MARK)
}

/// Returns the path as the user knows it, without the mark.
#[must_use]
pub fn unmarked(path: &Path) -> Cow<'_, Path> {
    if is_marked(path) { path.with_extension("").into() } else { path.into() }
}

/// Returns a stack frame of the engine with the position that the user knows. `None` if the position is in the extra
/// line.
#[must_use]
pub(crate) fn without_extra_line(frame: &str) -> Option<Cow<'_, str>> {
    let mark = format!(".{MARK}");
    let Some((before, place)) = frame.rsplit_once(&mark) else { return Some(frame.into()) };
    let position = place.strip_prefix(':').and_then(|place| place.split_once(':'));
    let position = position.and_then(|(line, column)| Some((line.parse::<u32>().ok()?, column)));
    match position {
        Some((0 | 1, _)) => None,
        Some((line, column)) => Some(format!("{before}:{}:{column}", line - 1).into()),
        // The engine does not know the position.
        None => Some(format!("{before}{place}").into()),
    }
}

/// Whether a stack frame of the engine is in source text with an extra line.
#[must_use]
pub(crate) fn has_extra_line(frame: &str) -> bool {
    frame.contains(&format!(".{MARK}:"))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{marked, unmarked, without_extra_line};

    #[test]
    fn lines_in_marked_paths_are_corrected() {
        let path = marked(Path::new("a/b.js"));
        assert_eq!(unmarked(&path), Path::new("a/b.js"));
        assert_eq!(unmarked(Path::new("a/b.js")), Path::new("a/b.js"));
        let frame = |place: &str| format!("    at f ({}{place})\n", path.display());
        assert_eq!(without_extra_line(&frame(":3:14")).unwrap(), "    at f (a/b.js:2:14)\n");
        assert_eq!(without_extra_line(&frame(":?:?")).unwrap(), "    at f (a/b.js:?:?)\n");
        assert_eq!(without_extra_line(&frame(":1:4")), None);
        assert_eq!(without_extra_line("at f (b.js:1:4)").unwrap(), "at f (b.js:1:4)");
    }
}
