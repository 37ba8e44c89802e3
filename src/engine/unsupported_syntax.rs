//! Syntax that the engine parses, and then compiles to code that does something else or panics.

use boa_engine::{JsError, JsNativeError, JsResult};

use super::position_after;
use super::source_depth::first_using_declaration;

/// Refuses [`using` declarations][1]: the engine disposes of nothing, and panics in the body of a function. A front end
/// writes them in another way.
///
/// # Errors
///
/// `SyntaxError` with the place, like those of the parser.
///
/// [1]: https://tc39.es/proposal-explicit-resource-management/
pub(super) fn refuse_using(source: &str) -> JsResult<()> {
    let Some(index) = first_using_declaration(source) else { return Ok(()) };
    let (line, column) = position_after(&source[..index]);
    let message =
        format!("`using` declarations are not supported: the engine disposes of nothing at line {line}, col {column}");
    Err(JsError::from(JsNativeError::syntax().with_message(message)))
}

#[cfg(test)]
mod tests {
    use super::refuse_using;

    #[test]
    fn only_declarations_are_refused() {
        for source in [
            "using x = null",
            "{ await using\tx = f() }",
            "for (using x of y);",
            "for await (using x of y);",
            "switch (1) { case 1: using /* name */ x = null }",
            "a\nusing x = 1",
            "`${() => { using x = 1 }}`",
            "using of = null",
            "<!-- a comment\n(function () { using x = null })()",
        ] {
            let error = refuse_using(source).unwrap_err().to_string();
            assert!(error.contains("`using` declarations are not supported"), "{source}: {error}");
        }
        for source in [
            "const using = 1; using",
            "x.using; y?.using\n z",
            "using\nx = 1",
            "for (using of y);",
            "using in x; using instanceof x",
            "class using extends Object {}",
            "import using from 'm'; import { using as x } from 'm'; export { x as using, using as y }",
            "<!-- using x = 1\nusing.x",
            "'<!--'\n// using x = 1",
            "x // <!--\n/* using x = 1 */",
            "'using x = 1'; `using x`; // using x = 1\n /using x/",
            "({ using: 1, using() {}, get using() {} })",
            "class A { using; static using = 1 }",
            "using(x); using[x]; using => x",
        ] {
            assert!(refuse_using(source).is_ok(), "{source}");
        }
    }
}
