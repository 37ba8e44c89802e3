//! What to do about globals that programs expect, and about features that are off.

/// Returns what to do about the error of a headline, if it says that something is missing.
pub(super) fn help(headline: &str) -> Option<String> {
    global(headline).or_else(|| feature(headline).map(str::to_owned))
}

/// What to do about a feature that an option turns on.
fn feature(headline: &str) -> Option<&'static str> {
    let ends_with = |end: &str| headline.ends_with(end);
    if ends_with("scheduler.wait is not a function") {
        Some("--experimental scheduler-wait provides it")
    } else if ends_with("scheduler.currentTaskSignal is not a function") {
        Some("--experimental current-task-signal provides it")
    } else if ends_with("requestAnimationFrame is not a function") {
        Some("--frames 60 provides it")
    } else if ends_with("is relative, and the program has no base URL") {
        Some("--location http://localhost/ sets one")
    } else {
        None
    }
}

/// What to do about a name that is not defined.
fn global(headline: &str) -> Option<String> {
    let (_, name) = headline.strip_suffix(" is not defined")?.rsplit_once("ReferenceError: ")?;
    Some(match name {
        "window" => "--window defines it: the global object".to_owned(),
        "requestAnimationFrame" | "cancelAnimationFrame" => "--frames 60 provides it".to_owned(),
        "Intl" => "this command has no data of languages; built with `--features intl`, it has".to_owned(),
        "AsyncContext" => "--experimental async-context provides it".to_owned(),
        "document" | "customElements" | "history" | "localStorage" | "sessionStorage" | "Element" | "HTMLElement"
        | "MutationObserver" | "Node" | "XMLHttpRequest" => {
            "posttask has no document and what belongs to it".to_owned()
        }
        "Worker" | "SharedWorker" => "posttask has no workers".to_owned(),
        "require" | "module" | "exports" => "it only exists in CommonJS modules: use import and export".to_owned(),
        "__dirname" => "it only exists in CommonJS modules: use import.meta.dirname".to_owned(),
        "__filename" => "it only exists in CommonJS modules: use import.meta.filename".to_owned(),
        "process" | "Buffer" | "global" | "setImmediate" | "clearImmediate" => {
            "it is a global of Node.js: --node provides it".to_owned()
        }
        "test" | "describe" | "it" | "suite" | "before" | "after" | "beforeEach" | "afterEach" => {
            format!("import it: import {{ {name} }} from 'node:test'")
        }
        "beforeAll" | "afterAll" => {
            let other = name.trim_end_matches("All");
            format!("Vitest and Jest define it: import {{ {other} }} from 'node:test' instead")
        }
        "expect" | "vi" | "jest" => {
            "Vitest and Jest define it, which posttask does not run: use node:assert and the mocks of node:test"
                .to_owned()
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::help;

    #[test]
    fn known_names_have_help() {
        for (headline, expected) in [
            ("Uncaught ReferenceError: window is not defined", Some("--window defines it: the global object")),
            (
                "Uncaught (in promise) ReferenceError: it is not defined",
                Some("import it: import { it } from 'node:test'"),
            ),
            (
                "Uncaught ReferenceError: beforeAll is not defined",
                Some("Vitest and Jest define it: import { before } from 'node:test' instead"),
            ),
            ("Uncaught ReferenceError: mine is not defined", None),
            ("TypeError: scheduler.wait is not a function", Some("--experimental scheduler-wait provides it")),
            (
                "Uncaught TypeError: Request: '/a' is relative, and the program has no base URL",
                Some("--location http://localhost/ sets one"),
            ),
            ("Uncaught Error: window is not defined", None),
            ("Uncaught ReferenceError: window is not", None),
        ] {
            assert_eq!(help(headline).as_deref(), expected, "{headline}");
        }
    }
}
