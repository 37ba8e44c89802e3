//! A module that awaits only in `for await` loops outside of functions is not asynchronous for the engine:
//!
//! ```js
//! for await (const x of [1]) throw new Error('lost'); // ends without an error
//! ```
//!
//! Whatever is thrown after the first `await` is lost, and the modules that import it do not wait for it. So the
//! module starts with an `await` that never runs.

use oxc_ast::ast::Program;
use oxc_span::GetSpan;

use super::super::edits::Edits;
use super::super::top_level_await::TopLevelAwaits;

pub(super) fn correct(program: &Program<'_>, edits: &mut Edits) {
    if !program.source_type.is_module() {
        return;
    }
    let awaits = TopLevelAwaits::of(program);
    if let Some(first) = program.body.first().filter(|_| awaits.in_loops && !awaits.in_expressions) {
        edits.insert(first.span().start, "0 && await 0;");
    }
}
