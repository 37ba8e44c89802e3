//! Patterns for the files of a project, as Vitest and Jest write them.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use posttask::internal::engine::normalize;
use posttask_front_end::with_slashes;
use regress::Regex;

/// Which files of a project are tests.
#[derive(Debug)]
pub(super) struct Patterns {
    root: PathBuf,
    include: Vec<Regex>,
    exclude: Vec<Regex>,
}

impl Patterns {
    /// A pattern is relative to the root, or an absolute path. Those that are not valid match nothing.
    pub(super) fn new(root: &Path, include: &[String], exclude: &[String]) -> Self {
        let all =
            |patterns: &[String]| patterns.iter().filter_map(|pattern| Regex::new(&expression(pattern)).ok()).collect();
        Self { root: normalize(root), include: all(include), exclude: all(exclude) }
    }

    /// Whether a file is a test.
    pub(super) fn matches(&self, path: &Path) -> bool {
        let absolute = normalize(path);
        let relative = absolute.strip_prefix(&self.root).ok().map(with_slashes);
        let absolute = rooted(&with_slashes(&absolute)).into_owned();
        let matches = |patterns: &[Regex]| {
            let names = relative.iter().chain([&absolute]);
            names.into_iter().any(|name| patterns.iter().any(|pattern| pattern.find(name).is_some()))
        };
        matches(&self.include) && !matches(&self.exclude)
    }
}

/// A slash before the drive of an absolute path on Windows, so that patterns such as `**/*.js` do not match it.
fn rooted(path: &str) -> Cow<'_, str> {
    if Path::new(path).is_absolute() && !path.starts_with('/') { format!("/{path}").into() } else { path.into() }
}

/// Translates a glob to a regular expression. A text between slashes already is one.
fn expression(pattern: &str) -> String {
    if let Some(expression) = pattern.strip_prefix("regex:") {
        return expression.to_owned();
    }
    let pattern = rooted(pattern.strip_prefix("./").unwrap_or(pattern));
    let chars: Vec<char> = pattern.chars().collect();
    let mut text = String::from("^(?:");
    let (mut index, mut groups) = (0, Vec::new());
    while let Some(&char) = chars.get(index) {
        let next = chars.get(index + 1).copied();
        index += 1;
        match char {
            '*' if next == Some('*') => {
                let is_folder = chars.get(index + 1) == Some(&'/');
                index += if is_folder { 2 } else { 1 };
                text.push_str(if is_folder { "(?:[^/]+/)*" } else { ".*" });
            }
            '?' | '*' | '+' | '@' if next == Some('(') => {
                index += 1;
                groups.push(if char == '@' { String::new() } else { char.to_string() });
                text.push_str("(?:");
            }
            '*' => text.push_str("[^/]*"),
            '?' => text.push_str("[^/]"),
            '{' | '(' => {
                groups.push(String::new());
                text.push_str("(?:");
            }
            ')' | '}' => {
                text.push(')');
                text.push_str(&groups.pop().unwrap_or_default());
            }
            ',' if !groups.is_empty() => text.push('|'),
            '|' | '[' | ']' | '-' => text.push(char),
            char if char.is_alphanumeric() || "_/ ".contains(char) => text.push(char),
            char => {
                text.push('\\');
                text.push(char);
            }
        }
    }
    text.push_str(")$");
    text
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::Patterns;

    #[test]
    fn the_usual_patterns_match_what_they_match_in_vitest_and_jest() {
        for (pattern, matching, other) in [
            (
                "**/*.{test,spec}.?(c|m)[jt]s?(x)",
                &["a.test.ts", "b/c.spec.mjs", "d.test.tsx"][..],
                &["a.ts", "a.test.json"][..],
            ),
            ("**/__tests__/**/*.?(c|m)[jt]s?(x)", &["__tests__/a.js", "a/__tests__/b/c.ts"], &["tests/a.js"]),
            ("**/?(*.)+(spec|test).[jt]s?(x)", &["a.test.js", "b/test.js"], &["b/latest.json"]),
            (
                "test/**/*.(spec|test).ts|tsx",
                &["test/a.spec.ts", "test/b/c.test.ts"],
                &["test/a.ts", "test/a.spec.tsx"],
            ),
            ("./src/*.js", &["src/a.js"], &["src/b/a.js", "a.js"]),
            ("regex:/unit/.*\\.js$", &["a/unit/b.js"], &["unit.js"]),
        ] {
            let patterns =
                Patterns::new(Path::new("/project"), &[pattern.to_owned()], &["**/node_modules/**".to_owned()]);
            for name in matching {
                assert!(patterns.matches(&Path::new("/project").join(name)), "{pattern}: {name}");
            }
            for name in other.iter().chain(&["node_modules/a.test.js"]) {
                assert!(!patterns.matches(&Path::new("/project").join(name)), "{pattern}: {name}");
            }
        }
    }
}
