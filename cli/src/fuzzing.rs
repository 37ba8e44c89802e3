//! Texts that anybody may have written, for the fuzz targets in `fuzz/`. None of these functions may panic or fail to
//! return, whatever the text is. Each returns whether the text is valid.

use std::path::Path;

use posttask::exploration::Schedule;
use posttask_front_end::{FrontEnd, Options};

use crate::wpt::{Expectations, Metadata};

/// Compiles a text as each kind of file: the front end compiles it, and finds imports, exports and errors. A text is
/// valid if one of them has no error.
#[must_use]
pub fn source_text(text: &str) -> bool {
    let compiles = |name: &str| {
        let front_end = FrontEnd::new(Options::default()).ok()?;
        Some(front_end.compiles(text, Path::new(name)))
    };
    ["a.js", "a.mjs", "a.cjs", "a.ts", "a.mts", "a.tsx"].map(compiles).contains(&Some(true))
}

/// Reads the expectations of `posttask wpt`. What is valid stays the same when it is written and read again.
///
/// # Panics
///
/// If it does not stay the same.
#[must_use]
pub fn expectations(text: &str) -> bool {
    let Ok(expectations) = Expectations::parse(text) else { return false };
    let written = expectations.to_json();
    assert_eq!(Expectations::parse(&written).map(|again| again.to_json()), Ok(written));
    true
}

/// Reads the comments of a web-platform-test that say how to run it. A text without such comments counts as invalid.
#[must_use]
pub fn metadata(text: &str) -> bool {
    Metadata::parse(text) != Metadata::default()
}

/// Reads a schedule, as `--order` does. What is valid stays the same when it is written and read again.
///
/// # Panics
///
/// If it does not stay the same.
#[must_use]
pub fn schedule(text: &str) -> bool {
    let Ok(schedule) = text.parse::<Schedule>() else { return false };
    let written = schedule.to_string();
    assert_eq!(written.parse::<Schedule>().map(|again| again.to_string()), Ok(written));
    true
}

/// Reads an import map.
#[must_use]
pub fn import_map(text: &str) -> bool {
    posttask_front_end::import_map_of(text, Path::new("/import_map.json")).is_ok()
}

/// Reads a report of `posttask explore`.
#[must_use]
pub fn report(text: &str) -> bool {
    crate::commands::explore::is_a_report(text)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use fastrand::Rng;
    use walkdir::WalkDir;

    /// A function, the folder and the extensions of the files whose texts are changed, and the number of changed texts.
    type Target = (fn(&str) -> bool, &'static str, &'static [&'static str], usize);

    /// The number of seeds.
    const SEEDS: u64 = 200;

    fn files(folder: &str, extensions: &[&str]) -> Vec<PathBuf> {
        let files = WalkDir::new(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(folder)).sort_by_file_name();
        let files = files.into_iter().flatten().map(walkdir::DirEntry::into_path);
        files.filter(|path| path.extension().is_some_and(|it| extensions.iter().any(|&other| it == other))).collect()
    }

    /// Changes a text in a few places: removes, repeats, swaps and replaces pieces.
    fn changed(text: &str, random: &mut Rng) -> String {
        let mut characters: Vec<char> = text.chars().take(3_000).collect();
        for _ in 0..random.usize(1..6) {
            if characters.is_empty() {
                break;
            }
            let start = random.usize(..characters.len());
            let end = (start + random.usize(..20)).min(characters.len());
            match random.u8(..5) {
                0 => drop(characters.drain(start..end)),
                1 => {
                    let piece = characters[start..end].to_vec();
                    let at = random.usize(..=characters.len());
                    characters.splice(at..at, piece);
                }
                2 => characters.swap(start, end.saturating_sub(1)),
                3 => characters[start] = random.char(..),
                _ => {
                    let pieces = "{|}|(|`|${|/*|\n|\u{feff}|\u{2028}|await |enum |\0|@a |export |namespace a |using |\
                                  accessor |static |<a>|</a>|#";
                    let pieces: Vec<&str> = pieces.split('|').collect();
                    let piece = random.choice(pieces).unwrap_or_default();
                    characters.splice(start..start, piece.chars());
                }
            }
        }
        characters.into_iter().collect()
    }

    #[test]
    fn changed_texts_do_not_panic() {
        let targets: [Target; 6] = [
            (super::source_text, "js-tests", &["js", "mjs", "cjs", "ts", "mts", "tsx"], 2),
            (super::expectations, "js-tests", &["json"], 20),
            (super::metadata, "wpt-subset", &["js"], 20),
            (super::schedule, "js-tests/exploration", &["out", "txt", "js"], 20),
            (super::import_map, "js-tests", &["json"], 20),
            (super::report, "js-tests/exploration", &["json"], 20),
        ];
        for (target, folder, extensions, count) in targets {
            let files = files(folder, extensions);
            assert!(!files.is_empty(), "{folder}");
            for seed in 0..SEEDS {
                let mut random = Rng::with_seed(seed);
                for _ in 0..count {
                    let path = &files[random.usize(..files.len())];
                    let text = String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
                    target(&changed(&text, &mut random));
                }
            }
        }
    }

    #[test]
    fn valid_texts_are_recognized() {
        type Texts = (fn(&str) -> bool, &'static str, &'static str);
        let texts: [Texts; 6] = [
            (super::source_text, "export const a: number = 1;", "export const = 1;"),
            (super::expectations, r#"{ "dom": { "a.any.js": {} } }"#, r#"{ "dom": 1 }"#),
            (super::metadata, "// META: global=window\n// META: timeout=long\n", "// META: timeout\n"),
            (super::schedule, "4:1<6:3", "4:"),
            (super::import_map, r#"{ "imports": { "a": "./a.mjs" } }"#, "[]"),
            (super::report, include_str!("../../js-tests/exploration/report.json"), "{}"),
        ];
        for (target, valid, invalid) in texts {
            assert!(target(valid), "{valid}");
            assert!(!target(invalid), "{invalid}");
        }
    }
}
