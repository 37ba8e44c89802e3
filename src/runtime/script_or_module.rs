//! Decides whether source text that parses neither as a script nor as a module was meant to be a module.

use boa_engine::JsError;

use crate::engine::position;

/// Chooses between the errors of a text that parses neither as a script nor as a module. Returns the module's error if
/// the script parser stopped at syntax that only modules have, so that the text is probably meant to be a module.
pub(super) fn more_relevant_error(as_script: JsError, as_module: JsError, source: &str) -> JsError {
    let is_module = position(&as_script).is_some_and(|stopped| {
        let stopped = index_of(source, stopped);
        let (before, rest) = source.split_at(stopped);
        let before = before.trim_end();
        let keyword = |word: &str| {
            let rest = before.strip_suffix(word)?;
            let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
            (!rest.ends_with(is_part)).then_some(rest.len())
        };
        // In a function that is not async, the module parser stops at the `await` itself.
        let awaits =
            || keyword("await").is_some_and(|at| position(&as_module).map(|at| index_of(source, at)) != Some(at));
        ["import", "export", "await"].iter().any(|word| rest.starts_with(word))
            || keyword("import").is_some()
            || awaits()
    });
    if is_module { as_module } else { as_script }
}

/// Returns the byte index of a line and column. Both start at 1.
fn index_of(source: &str, (line, column): (u32, u32)) -> usize {
    let (mut at_line, mut at_column) = (1, 1);
    let found = source.char_indices().find(|&(_, character)| {
        let found = (at_line, at_column) >= (line, column);
        if character == '\n' {
            (at_line, at_column) = (at_line + 1, 1);
        } else {
            at_column += 1;
        }
        found
    });
    found.map_or(source.len(), |(index, _)| index)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::{Runtime, SourceKind};

    #[test]
    fn a_syntax_error_is_from_the_probable_source_kind() {
        let mut runtime = Runtime::builder().build().unwrap();
        let mut error =
            |text: &str, kind| runtime.parse(text, Path::new("a.js"), kind).into_error().unwrap().to_string();
        for module in [
            "import x from './a.mjs';\nlet 5;",
            "import { x } from './a.mjs'; f(",
            "import x from './a.mjs'; import x from './b.mjs'",
            "import x from './a.mjs'; `abc",
            "export const a = 1; if (a) {",
            "export default 1; let a; let a",
            "await f();\nif (x) {",
            "let a; let a; await x",
            "const a = (await x).y; for (;;) { await a",
            "for await (const x of y) { f(",
            "import.meta.url; let 5",
            "let z = import.meta.url; let 5",
        ] {
            assert_eq!(error(module, SourceKind::Detect), error(module, SourceKind::Module), "{module}");
        }
        for script in [
            "let a = 1;\nlet b = = 2;",
            "function f() { let 5 }",
            "function f() { await x }",
            "function f() {",
            "with (a) {}; let 5",
            "a.await b",
            "`abc",
            "let a; let a;",
        ] {
            assert_eq!(error(script, SourceKind::Detect), error(script, SourceKind::Script), "{script}");
        }
    }
}
