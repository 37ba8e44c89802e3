//! What to do about globals that programs expect, and about features that are off.

/// Returns what to do about the error of a headline, if it says that something is missing. `text` is that of the file.
pub(super) fn help(headline: &str, text: Option<&str>) -> Option<String> {
    global(headline, text).or_else(|| feature(headline).map(str::to_owned))
}

/// Methods that only the timers of Node have.
const OF_TIMERS: [&str; 4] = ["ref", "unref", "hasRef", "refresh"];

/// What to do about a feature that an option turns on.
fn feature(headline: &str) -> Option<&'static str> {
    let ends_with = |end: &str| headline.ends_with(end);
    if ends_with("scheduler.wait is not a function") {
        Some("--experimental scheduler-wait provides it")
    } else if ends_with("scheduler.currentTaskSignal is not a function") {
        Some("--experimental current-task-signal provides it")
    } else if OF_TIMERS.iter().any(|method| ends_with(&format!(".{method} is not a function"))) {
        Some("--node makes timers objects that have it")
    } else if ends_with("requestAnimationFrame is not a function") {
        Some("--frames 60 provides it")
    } else if ends_with("is relative, and the program has no base URL") {
        Some("--location http://localhost/ sets one")
    } else if ends_with("relative URL without a base") {
        Some("pass a base: new URL(url, location.href), where --location http://localhost/ defines location")
    } else if ends_with("Worker: this runtime has no workers") {
        Some("--max-workers 0 turns them off")
    } else {
        None
    }
}

/// What to do about a name that is not defined.
fn global(headline: &str, text: Option<&str>) -> Option<String> {
    let (_, name) = headline.strip_suffix(" is not defined")?.rsplit_once("ReferenceError: ")?;
    Some(match name {
        "window" => "--window defines it as the global object".to_owned(),
        "requestAnimationFrame" | "cancelAnimationFrame" => "--frames 60 provides it".to_owned(),
        "Intl" => "this build has no locale data; build the command with `--features intl`".to_owned(),
        "AsyncContext" => "--experimental async-context provides it".to_owned(),
        "document" | "customElements" | "history" | "localStorage" | "sessionStorage" | "Element" | "HTMLElement"
        | "MutationObserver" | "Node" | "XMLHttpRequest" => {
            "--dom happy-dom, jsdom or linkedom provides it, if that package is installed".to_owned()
        }
        "SharedWorker" => "posttask has only dedicated workers: new Worker(url)".to_owned(),
        "require" | "module" | "exports" => "it exists only in CommonJS modules: use import and export".to_owned(),
        "__dirname" => "it exists only in CommonJS modules: use import.meta.dirname".to_owned(),
        "__filename" => "it exists only in CommonJS modules: use import.meta.filename".to_owned(),
        "process" | "Buffer" | "global" | "setImmediate" | "clearImmediate" => {
            "it is a Node.js global: --node provides it".to_owned()
        }
        _ if RUNNERS.contains(&name) => of_a_runner(name, text),
        _ => return None,
    })
}

/// The globals of test runners.
const RUNNERS: [&str; 26] = [
    "after",
    "afterAll",
    "afterEach",
    "assertType",
    "before",
    "beforeAll",
    "beforeEach",
    "context",
    "describe",
    "expect",
    "expectTypeOf",
    "fdescribe",
    "fit",
    "it",
    "jest",
    "onTestFailed",
    "onTestFinished",
    "specify",
    "suite",
    "test",
    "vi",
    "vitest",
    "xcontext",
    "xdescribe",
    "xit",
    "xtest",
];

/// What files for a runner contain, and no other files for runners do.
const SIGNS: [(&str, &[&str]); 3] = [
    ("vitest", &["vi.", "vitest", "expectTypeOf(", "onTestFinished("]),
    ("jest", &["jest.", "@jest/"]),
    ("mocha", &["this.timeout(", "before(", "after(", "specify(", "chai", "assert", "mocha"]),
];

/// Says for which runner a file looks like, and what to type.
fn of_a_runner(name: &str, text: Option<&str>) -> String {
    let text = text.unwrap_or_default();
    let sign = |(runner, signs): &(&'static str, &[&str])| signs.iter().any(|it| text.contains(it)).then_some(*runner);
    match SIGNS.iter().find_map(sign) {
        Some(runner) => {
            let title = [&runner[..1].to_uppercase(), &runner[1..]].concat();
            format!("this looks like a {title} file: try posttask test --globals={runner}")
        }
        None if text.contains("expect(") => {
            "this looks like a Vitest or Jest file: try posttask test --globals=vitest or --globals=jest".to_owned()
        }
        None => format!("import it (import {{ {name} }} from 'node:test') or make it global (--globals=mocha)"),
    }
}

#[cfg(test)]
mod tests {
    use super::help;

    #[test]
    fn known_names_have_help() {
        for (headline, expected) in [
            ("Uncaught ReferenceError: window is not defined", Some("--window defines it as the global object")),
            ("Uncaught ReferenceError: mine is not defined", None),
            ("TypeError: scheduler.wait is not a function", Some("--experimental scheduler-wait provides it")),
            (
                "Uncaught TypeError: Invalid URL '/x': relative URL without a base",
                Some("pass a base: new URL(url, location.href), where --location http://localhost/ defines location"),
            ),
            (
                "Uncaught TypeError: Request: '/a' is relative, and the program has no base URL",
                Some("--location http://localhost/ sets one"),
            ),
            ("Uncaught TypeError: timer.unref is not a function", Some("--node makes timers objects that have it")),
            ("Uncaught Error: window is not defined", None),
            ("Uncaught ReferenceError: window is not", None),
        ] {
            assert_eq!(help(headline, None).as_deref(), expected, "{headline}");
        }
    }

    #[test]
    fn a_file_looks_like_one_for_a_runner() {
        for (text, expected) in [
            ("describe(() => vi.fn())", "this looks like a Vitest file: try posttask test --globals=vitest"),
            ("describe(() => jest.fn())", "this looks like a Jest file: try posttask test --globals=jest"),
            (
                "describe(function () { this.timeout(3) })",
                "this looks like a Mocha file: try posttask test --globals=mocha",
            ),
            (
                "describe(() => expect(1).toBe(1))",
                "this looks like a Vitest or Jest file: try posttask test --globals=vitest or --globals=jest",
            ),
            ("describe()", "import it (import { describe } from 'node:test') or make it global (--globals=mocha)"),
        ] {
            assert_eq!(help("Uncaught ReferenceError: describe is not defined", Some(text)).unwrap(), expected);
        }
    }
}
