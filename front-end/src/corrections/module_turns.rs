//! Modules that wait for others that await outside of functions. The engine does not pass on what such a module throws,
//! and in cycles, it takes one number for what each module waits for:
//!
//! ```js
//! import './awaits.mjs'; throw new Error('lost'); // the promise of the module stays pending
//! ```
//!
//! So a module that waits starts with an `await` of its own, which ends when it is the turn of the module. In a cycle,
//! it also imports modules that end at once, so that all modules of the cycle wait for the same number. Asynchronous
//! modules say when they end, because others may be loaded meanwhile.

use std::path::Path;

use boa_engine::{Context, JsArgs, JsResult, JsValue};
use oxc_span::GetSpan;
use posttask::internal::webidl::event_loop;

use super::super::edits::Edits;
use super::super::evaluations::{evaluation_order, has_been_evaluated};
use super::super::link_changes::Waiting;
use super::super::top_level_await::awaits_at_top_level;
use super::HOST;
use super::rounds::Text;

/// The start of the names of the modules that end at once. Each is imported once, because a module that has ended is
/// not waited for.
pub(crate) const ENDS_AT_ONCE: &str = "posttask:ends-at-once?";

/// The text of these modules.
pub(crate) const TEXT: &str = "0 && await 0;";

/// What an asynchronous module does at its end.
pub(crate) fn text_at_end(path: &str) -> String {
    format!(";{HOST}.ended({path:?});")
}

pub(super) fn correct(text: &Text<'_, '_>, edits: &mut Edits) {
    let Some(Waiting { path, missing }) = text.changes.and_then(|changes| changes.waiting.as_ref()) else { return };
    let Some(first) = text.program.body.first() else { return };
    let completes = !awaits_at_top_level(text.program);
    let imports = (0..*missing).map(|index| format!("import {:?};", format!("{ENDS_AT_ONCE}{index}:{path}")));
    let turn = format!("await {HOST}.turn({path:?}, {completes});");
    edits.insert(first.span().start, imports.chain([turn]).collect::<String>());
}

/// `turn(path, completes)` is a promise that is resolved when it is the turn of the module at a path.
pub(super) fn turn(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let path = arguments.get_or_undefined(0).to_string(context)?.to_std_string_lossy();
    let order = evaluation_order(Path::new(&path), context);
    let completes = arguments.get_or_undefined(1).to_boolean();
    Ok(event_loop(context)?.wait_for_the_turn_of_a_module(order, completes, context).into())
}

/// To be called at the end of an asynchronous module, with its path.
pub(super) fn ended(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let path = arguments.get_or_undefined(0).to_string(context)?.to_std_string_lossy();
    has_been_evaluated(Path::new(&path), context);
    Ok(JsValue::undefined())
}
