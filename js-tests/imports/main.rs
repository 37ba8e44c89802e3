//! Checks that imports are not circular, neither between files nor between folders.
//!
//! What holds in `src`, `front-end/src`, `reports/src` and `cli/src`, but for the exceptions below:
//!
//! - **Files:** the graph whose nodes are files has no circle. A file imports from another one if it names something
//!   that is defined there, in a `use` line or by a path in its code.
//! - **Folders:** for each folder, the graph whose nodes are the files and folders in it has no circle. A folder
//!   imports what the files in it and below it import.
//!
//! A name leads to the file that defines it, through whatever re-exports it. So a `mod.rs` that only declares and
//! re-exports imports nothing, and nothing imports from it. If it defines something, it is a file of its folder like
//! the others. The file `a.rs` beside a folder `a` is the `mod.rs` of that folder. Tests do not count: neither modules
//! with `#[cfg(test)]`, nor the files that these declare.
//!
//! The test reads the text, not what the compiler knows. It sees no methods of values whose type is never named, and
//! nothing that a macro makes of other words. Between packages, Cargo allows no circles.

mod circles;
mod module_tree;
mod tokens;
#[path = "../workspace.rs"]
mod workspace;

use std::fmt::Write;

use circles::{Level, circles};
use module_tree::{Import, ModuleTree};

/// Imports that may be part of a circle: files or folders, without `.rs`.
struct Exception {
    from: &'static str,
    to: &'static str,
    /// The circle is only one of folders: no file imports itself through it.
    only_folders: bool,
    reason: &'static str,
}

const fn exception(from: &'static str, to: &'static str, reason: &'static str) -> Exception {
    Exception { from, to, only_folders: false, reason }
}

const fn of_folders(from: &'static str, to: &'static str, reason: &'static str) -> Exception {
    Exception { from, to, only_folders: true, reason }
}

static EXCEPTIONS: &[Exception] = &[
    // The standards are circular.
    exception("src/web/dom/abort_algorithm", "src/web/dom/abort_signal", "an algorithm runs with the signal"),
    exception("src/web/dom/abort_timeout", "src/web/dom/abort_signal", "a timeout aborts its signal"),
    exception("src/web/dom/event_listener", "src/web/dom/abort_signal", "a signal, an event target, removes listeners"),
    exception("src/web/dom/event_listener", "src/web/dom/event_target", "a signal removes a listener from its target"),
    exception("src/web/fetch/body_writer", "src/web/fetch/fetching", "a part of a body arrives at its fetch"),
    exception("src/web/fetch/responder", "src/web/fetch/fetching", "a redirect that is the answer is fetched"),
    exception("src/web/file_api/blob_parts", "src/web/file_api/blob", "blobs consist of blobs"),
    exception("src/web/html/messaging/message_event", "src/web/html/messaging/message_port", "events have ports"),
    exception(
        "src/web/html/messaging/port_end",
        "src/web/html/messaging/message_port",
        "events are dispatched at ports",
    ),
    exception("src/web/html/structured_clone", "src/web/html/messaging", "ports are transferred in what they transfer"),
    exception("src/web/url/search_params", "src/web/url/url_interface", "a URL and its query object have each other"),
    of_folders("src/engine/hooks", "src/web/webidl", "HTML defines hooks of ECMAScript with callbacks of Web IDL"),
    of_folders("src/web/scheduler/rust_task", "src/web/html", "Rust posts to the scheduler of a global object"),
    exception("src/web/webidl/interface_macro", "src/web/scheduler", "asynchronous members of embedders are tasks"),
    // `node:test` is circular.
    exception("cli/src/testing/declaring", "cli/src/testing/test_context", "tests get contexts, which declare tests"),
    of_folders("cli/src/testing/scheduling", "cli/src/testing/session", "`record()` asks for the running test"),
    exception("cli/src/testing/assert/printer/class_name", "cli/src/testing/assert/printer", "names contain values"),
    // Not untangled yet.
    exception("front-end/src/corrections", "front-end/src/corrections", "a correction of a pattern corrects its parts"),
];

impl Exception {
    fn applies_to(&self, import: &Import, level: Level) -> bool {
        let contains = |folder: &str, file: &str| {
            file.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let is_of_level = matches!(level, Level::Folders) || !self.only_folders;
        is_of_level && contains(self.from, &import.from) && contains(self.to, &import.to)
    }
}

/// The circles of a package that no exception allows. Those of folders only if there are none of files, which they
/// would repeat.
fn forbidden<'e>(imports: &[Import], exceptions: &(impl Iterator<Item = &'e Exception> + Clone)) -> Vec<String> {
    let found = |level| {
        let allowed = |import: &Import| exceptions.clone().any(|exception| exception.applies_to(import, level));
        circles(imports.iter().filter(|import| !allowed(import)), level).into_iter().collect::<Vec<_>>()
    };
    let of_files = found(Level::Files);
    if of_files.is_empty() { found(Level::Folders) } else { of_files }
}

#[test]
fn imports_are_not_circular() {
    let mut report = String::new();
    let mut unused: Vec<&Exception> = EXCEPTIONS.iter().collect();
    for folder in ["src", "front-end/src", "reports/src", "cli/src"] {
        let tree = ModuleTree::read(&workspace::workspace(), folder);
        let imports = tree.imports().unwrap_or_else(|lost| panic!("these paths lead nowhere:\n{}", lost.join("\n")));
        let circles = forbidden(&imports, &EXCEPTIONS.iter());
        unused.retain(|unused| {
            let others = EXCEPTIONS.iter().filter(|other| !std::ptr::eq(*other, *unused));
            forbidden(&imports, &others) == circles
        });
        for circle in circles {
            let _ = writeln!(report, "circular: {circle}");
        }
    }
    for Exception { from, to, reason, .. } in unused {
        let _ = writeln!(report, "no exception any more: {from} imports from {to} ({reason}), and there is no circle");
    }
    assert!(report.is_empty(), "\n{report}");
}
