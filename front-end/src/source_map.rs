//! Source maps: <https://tc39.es/ecma426/>.

use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

use base64::Engine;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use percent_encoding::percent_decode_str;
use posttask::internal::engine::path_of_file_url;
use rustc_hash::FxHashMap;
use sourcemap::{DecodedMap, Token, decode_slice};
use url::Url;

use super::text_index::Position;

/// The source map of a file.
pub(super) struct SourceMap {
    map: DecodedMap,
    /// The folder to which the names of its sources are relative: that of the map, or of the file that contains it.
    folder: PathBuf,
    /// The texts of its sources, by name.
    contents: OnceLock<FxHashMap<String, Box<str>>>,
}

/// A position in a source file that a bundle or a compiled file was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Original {
    pub(super) file: String,
    pub(super) position: Position,
    pub(super) name: Option<String>,
}

/// Base64 with or without padding.
const FORGIVING: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Returns the address in the last `sourceMappingURL` comment of a text.
pub(super) fn url_in(text: &str) -> Option<&str> {
    text.rmatch_indices("sourceMappingURL=").find_map(|(at, name)| {
        let comment = text[..at].trim_end_matches([' ', '\t']);
        let is_comment = ["//#", "//@", "/*#", "/*@"].iter().any(|start| comment.ends_with(start));
        let url = text[at + name.len()..].split([' ', '\t', '\r', '\n', '*']).next()?;
        (is_comment && !url.is_empty() && !url.contains(['\'', '"', '`'])).then_some(url)
    })
}

impl SourceMap {
    /// Returns the source map that the text of the file at `path` refers to. `None` if there is none, or it is not
    /// valid: positions are then those in the file itself. `read` reads a file.
    pub(super) fn of(text: &str, path: &Path, read: impl FnOnce(&Path) -> Option<Vec<u8>>) -> Option<Self> {
        let url = url_in(text)?;
        let (bytes, map_path) = if let Some(data) = url.strip_prefix("data:") {
            (decode_data(data)?, path.to_owned())
        } else {
            let map_path = beside(path, url)?;
            (read(&map_path)?, map_path)
        };
        let map = decode_slice(&bytes).ok()?;
        let folder = map_path.parent().unwrap_or(Path::new("")).to_owned();
        Some(Self { map, folder, contents: OnceLock::new() })
    }

    /// Returns the original of a line and a column, counted from 0. The column counts UTF-16 code units.
    pub(super) fn original(&self, line: u32, column: u32) -> Option<Original> {
        let token = token(&self.map, line, column)?;
        let source = token.get_source().filter(|source| !source.is_empty())?;
        // A negative number becomes a large one.
        let number = |number: u32| i32::try_from(number).ok()?.checked_add(1)?.try_into().ok();
        Some(Original {
            file: printable(&self.name_of(source)),
            position: (number(token.get_src_line())?, number(token.get_src_col())?),
            name: token.get_name().map(printable),
        })
    }

    /// Returns the text of a source, if the map contains it. `file` is a name from [`Self::original`].
    pub(super) fn content(&self, file: &str) -> Option<String> {
        let contents = self.contents.get_or_init(|| {
            let mut contents = FxHashMap::default();
            self.collect_contents(&self.map, &mut contents);
            contents
        });
        contents.get(file).map(ToString::to_string)
    }

    fn collect_contents(&self, map: &DecodedMap, contents: &mut FxHashMap<String, Box<str>>) {
        let mut collect = |map: &sourcemap::SourceMap| {
            for index in 0..map.get_source_count() {
                if let (Some(source), Some(content)) = (map.get_source(index), map.get_source_contents(index)) {
                    contents.insert(printable(&self.name_of(source)), content.into());
                }
            }
        };
        match map {
            DecodedMap::Regular(map) => collect(map),
            DecodedMap::Hermes(map) => collect(map),
            DecodedMap::Index(index) => {
                for map in index.sections().filter_map(|section| section.get_sourcemap()) {
                    self.collect_contents(map, contents);
                }
            }
        }
    }

    /// Returns the path of a source, relative if that of the map is. Addresses such as `webpack://` are returned as
    /// they are.
    fn name_of(&self, source: &str) -> String {
        match Url::parse(source) {
            Ok(url) if url.scheme() == "file" => {
                path_of_file_url(&url).map_or_else(|| source.to_owned(), |path| path.display().to_string())
            }
            // A drive letter is not a scheme.
            Ok(url) if url.scheme().len() > 1 => source.to_owned(),
            _ => joined(&self.folder, &decoded(source)).display().to_string(),
        }
    }
}

/// Returns the token of a place. O(n) in the number of sections.
fn token(map: &DecodedMap, line: u32, column: u32) -> Option<Token<'_>> {
    let DecodedMap::Index(index) = map else {
        // A token of an earlier line says nothing about this one.
        return map.lookup_token(line, column).filter(|token| token.get_dst_line() == line);
    };
    let section = index.sections().take_while(|section| section.get_offset() <= (line, column)).last()?;
    let (first_line, first_column) = section.get_offset();
    let column = if line == first_line { column - first_column } else { column };
    token(section.get_sourcemap()?, line - first_line, column)
}

/// Names come from a file, and are printed on the terminal.
fn printable(name: &str) -> String {
    name.replace(char::is_control, "\u{fffd}")
}

/// Decodes what follows `data:` in an address.
fn decode_data(data: &str) -> Option<Vec<u8>> {
    let (kind, data) = data.split_once(',')?;
    let bytes: Vec<u8> = percent_decode_str(data).collect();
    if kind.ends_with(";base64") { FORGIVING.decode(bytes).ok() } else { Some(bytes) }
}

fn decoded(path: &str) -> String {
    percent_decode_str(path).decode_utf8_lossy().into_owned()
}

/// Returns the path of a map beside the file at `path`. `None` for addresses on the network.
fn beside(path: &Path, url: &str) -> Option<PathBuf> {
    if let Ok(url) = Url::parse(url) {
        return path_of_file_url(&url);
    }
    let url = url.split('?').next().unwrap_or(url);
    Some(joined(path.parent().unwrap_or(Path::new("")), &decoded(url)))
}

/// Joins two paths, without `.` and without `..` where possible.
fn joined(folder: &Path, path: &str) -> PathBuf {
    let mut joined = PathBuf::new();
    for component in folder.join(path).components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if joined.file_name().is_some() => {
                joined.pop();
            }
            other => joined.push(other),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{SourceMap, joined, url_in};

    #[test]
    fn the_address_is_in_the_last_comment() {
        assert_eq!(url_in("f()\n//# sourceMappingURL=a.js.map\n"), Some("a.js.map"));
        assert_eq!(url_in("//# sourceMappingURL=a.map\n//# sourceMappingURL=b.map"), Some("b.map"));
        assert_eq!(url_in("/*# sourceMappingURL=a.map */"), Some("a.map"));
        assert_eq!(url_in("x = '//# sourceMappingURL=' + url"), None);
        assert_eq!(url_in("//# sourceMappingURL=a.map\nx = 'sourceMappingURL=' + url"), Some("a.map"));
        assert_eq!(url_in("sourceMappingURL=a.map"), None);
    }

    #[test]
    fn sources_are_relative_to_the_map() {
        assert_eq!(joined(Path::new("dist"), "../src/./a.ts"), Path::new("src/a.ts"));
        assert_eq!(joined(Path::new(""), "../a.ts"), Path::new("../a.ts"));
        assert_eq!(joined(Path::new("/a/b"), "/c.ts"), Path::new("/c.ts"));
    }

    #[test]
    fn invalid_positions_are_ignored() {
        for (mappings, sources) in [("AADA", r#"["a"]"#), ("AAAD", r#"["a"]"#), ("AAAA", "[null]")] {
            let json = format!(r#"{{"version":3,"sources":{sources},"names":[],"mappings":"{mappings}"}}"#);
            let read = |_: &Path| Some(json.clone().into_bytes());
            let map = SourceMap::of("//# sourceMappingURL=a.js.map", Path::new("a.js"), read).unwrap();
            assert_eq!(map.original(0, 0), None, "{json}");
        }
        assert!(SourceMap::of("//# sourceMappingURL=data:,{", Path::new("a.js"), |_| None).is_none());
    }

    #[test]
    fn offsets_of_sections_may_be_large() {
        let section =
            r#""map":{"version":3,"sources":["o.js"],"sourcesContent":["x"],"names":[],"mappings":"AAAA,CAAC"}"#;
        let offset = r#""offset":{"line":0,"column":4294967295}"#;
        let json = format!(r#"{{"version":3,"sections":[{{{offset},{section}}}]}}"#);
        let read = |_: &Path| Some(json.clone().into_bytes());
        let map = SourceMap::of("//# sourceMappingURL=a.js.map", Path::new("a.js"), read).unwrap();
        assert_eq!(map.original(0, 5), None);
        assert_eq!(map.content("o.js").as_deref(), Some("x"));
    }

    #[test]
    fn sections_start_anywhere() {
        let section = |line: u32, column: u32, name: &str| {
            let map = format!(r#"{{"version":3,"sources":["{name}"],"names":[],"mappings":"AAAA;AACA"}}"#);
            format!(r#"{{"offset":{{"line":{line},"column":{column}}},"map":{map}}}"#)
        };
        let sections = [section(0, 0, "a.js"), section(2, 0, "b.js"), section(2, 10, "c.js")].join(",");
        let json = format!(r#"{{"version":3,"sections":[{sections}]}}"#);
        let map = SourceMap::of("//# sourceMappingURL=a.js.map", Path::new("a.js"), |_| Some(json.into())).unwrap();
        let original = |line, column| map.original(line, column).map(|original| (original.file, original.position));
        assert_eq!(original(1, 3), Some(("a.js".to_owned(), (2, 1))));
        assert_eq!(original(2, 3), Some(("b.js".to_owned(), (1, 1))));
        assert_eq!(original(2, 12), Some(("c.js".to_owned(), (1, 1))));
        assert_eq!(original(3, 0), Some(("c.js".to_owned(), (2, 1))));
    }

    #[test]
    fn positions_are_found() {
        let json = r#"{"version":3,"sources":["../src/a.ts","webpack://x/b.js"],"sourcesContent":["one","two"],
            "names":["f"],"mappings":"AAAAA,KCCC"}"#;
        let read = |path: &Path| (path == Path::new("dist/a.js.map")).then(|| json.as_bytes().to_vec());
        let map = SourceMap::of("code()\n//# sourceMappingURL=a.js.map", Path::new("dist/a.js"), read).unwrap();
        let first = map.original(0, 3).unwrap();
        assert_eq!((first.file.as_str(), first.position, first.name.as_deref()), ("src/a.ts", (1, 1), Some("f")));
        let second = map.original(0, 6).unwrap();
        assert_eq!((second.file.as_str(), second.position), ("webpack://x/b.js", (2, 2)));
        assert_eq!(map.content("src/a.ts").as_deref(), Some("one"));
        assert_eq!(map.original(1, 0), None);
    }
}
