//! The module that replays a recording: JavaScript files of this folder as one, and the recording.

use serde::Serialize;

use super::recording::Recording;

/// The files that all modules consist of: each only imports those before it.
const FILES: &[&str] = &[
    include_str!("js/controlled_loop.mjs"),
    include_str!("js/place.mjs"),
    include_str!("js/listeners.mjs"),
    include_str!("js/clock.mjs"),
    include_str!("js/random_numbers.mjs"),
    include_str!("js/timers.mjs"),
    include_str!("js/signals.mjs"),
    include_str!("js/scheduler.mjs"),
    include_str!("js/messages.mjs"),
    include_str!("js/operations.mjs"),
    include_str!("js/console_calls.mjs"),
];

/// The files of modules for Node.
const FOR_NODE: &[&str] =
    &[include_str!("js/errors.mjs"), include_str!("js/node_modules.mjs"), include_str!("js/node.mjs")];

/// The files of modules for pages.
const FOR_PAGES: &[&str] = &[include_str!("js/errors.mjs"), include_str!("js/page.mjs")];

/// Where a module runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Engine {
    Node,
    Page,
}

/// What a module needs besides what was recorded.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Settings {
    /// A text, because numbers of JavaScript are not exact.
    pub(super) seed: String,
    /// Frames per second, if there are frames.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) hertz: Option<u32>,
    /// Whether the global object is called `window`, too.
    pub(super) window: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) base_url: Option<String>,
    /// Whether the program has Node's globals.
    pub(super) is_for_node: bool,
    /// The arguments of the program.
    pub(super) arguments: Vec<String>,
}

/// A file without its imports of other files here, and without `export`.
fn part(file: &str) -> String {
    let is_import = |line: &&str| line.starts_with("import ") && line.contains(" from './");
    let lines = file.lines().filter(|line| !is_import(line));
    let lines = lines.map(|line| line.strip_prefix("export ").unwrap_or(line));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The text of a module.
///
/// # Errors
///
/// None in practice: everything can be written as JSON.
pub(super) fn text(recording: &Recording, settings: &Settings, engine: Engine) -> serde_json::Result<String> {
    let last = if engine == Engine::Node { FOR_NODE } else { FOR_PAGES };
    let parts: Vec<String> = FILES.iter().chain(last).map(|file| part(file)).collect();
    let (recording, settings) = (serde_json::to_string(recording)?, serde_json::to_string(settings)?);
    let text = format!(
        "// Written by posttask replay.\n\n{}\nreplay({{ ...JSON.parse({}), ...JSON.parse({}) }});\n",
        parts.join("\n"),
        serde_json::to_string(&recording)?,
        serde_json::to_string(&settings)?,
    );
    // A classic script runs before the program, and pages can load it without a server.
    Ok(if engine == Engine::Page { format!("(() => {{\n'use strict';\n{text}}})();\n") } else { text })
}

#[cfg(test)]
mod tests {
    use super::{FILES, FOR_NODE, FOR_PAGES, part};

    #[test]
    fn parts_have_no_imports_of_each_other() {
        for file in FILES.iter().chain(FOR_NODE).chain(FOR_PAGES) {
            let part = part(file);
            assert!(!part.contains("from './") && !part.contains("\nexport "), "{part}");
        }
    }

    #[test]
    fn parts_define_different_names() {
        for last in [FOR_NODE, FOR_PAGES] {
            let all: String = FILES.iter().chain(last).map(|file| part(file)).collect();
            let kinds = ["function ", "class ", "const "];
            let name = |line: &str| {
                if line.starts_with("import ") {
                    return Some(line.to_owned());
                }
                let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
                Some(rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default().to_owned())
            };
            let mut names: Vec<String> = all.lines().filter_map(name).collect();
            let count = names.len();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), count);
        }
    }
}
