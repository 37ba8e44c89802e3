//! Parsing and running classic scripts.

use std::path::Path;

use boa_engine::{Context, JsResult, JsValue, Script, Source};

use super::engine_text::for_the_engine;
use super::{Goal, check_nesting};
use crate::debug::debug;
use crate::event_loop::{ANONYMOUS, Ending, Event, EventLoop};

/// A [classic script](https://html.spec.whatwg.org/multipage/webappapis.html#classic-script), and its name in errors.
pub struct ClassicScript {
    script: Script,
    name: String,
}

debug!(ClassicScript, "name" = |script| script.name);

/// Parses a classic script. `path` is its name in errors and stack frames.
///
/// # Errors
///
/// `SyntaxError` if the source text does not parse, or is nested too deeply.
pub fn parse_a_script(source: &str, path: Option<&Path>, context: &mut Context) -> JsResult<ClassicScript> {
    check_nesting(source, context)?;
    let name = path.map_or_else(|| ANONYMOUS.to_owned(), |path| path.display().to_string());
    Ok(ClassicScript { script: parse_text(source, path, context)?, name })
}

/// Parses a text as a script for the engine. All packages use this function: the engine's parser is generic, so each
/// package that calls it would compile it once more.
///
/// # Errors
///
/// `SyntaxError` if the text does not parse. The caller has checked how deeply it is nested.
pub fn parse_text(source: &str, path: Option<&Path>, context: &mut Context) -> JsResult<Script> {
    let source = for_the_engine(source, Goal::Script, context)?;
    let source = Source::from_bytes(&*source);
    match path {
        Some(path) => Script::parse(source.with_path(path), None, context),
        None => Script::parse(source, None, context),
    }
}

/// [Runs a classic script](https://html.spec.whatwg.org/multipage/webappapis.html#run-a-classic-script) with *rethrow
/// errors*: returns an error to the caller, after the microtasks.
///
/// # Errors
///
/// Whatever the script throws.
pub(crate) fn run_and_rethrow(
    script: &ClassicScript,
    event_loop: &EventLoop,
    context: &mut Context,
) -> JsResult<JsValue> {
    // Omitted: steps 2 and 3, whether scripts may run, and start times: there are no documents.
    // Omitted: steps 8.2 and 11, muted errors, aborted scripts: there are none.
    event_loop.notify(|| Event::EvaluationStarted { name: script.name.as_str().into(), is_module: false });
    let result = event_loop.call_javascript(context, |context| script.script.evaluate(context));
    event_loop.clean_up_after_running_script(context);
    event_loop.notify(|| Event::EvaluationEnded);
    result
}

/// [Runs a classic script](https://html.spec.whatwg.org/multipage/webappapis.html#run-a-classic-script) without
/// *rethrow errors*: an error in parsing or running it is reported before the microtasks run.
pub(crate) fn run_and_report(
    script: &JsResult<ClassicScript>,
    event_loop: &EventLoop,
    context: &mut Context,
) -> Ending {
    // Omitted: steps 2, 3 and 11, as in `run_and_rethrow`: there are no documents or aborted scripts.
    let name = script.as_ref().map_or(ANONYMOUS, |script| &script.name);
    event_loop.notify(|| Event::EvaluationStarted { name: name.into(), is_module: false });
    let evaluate = |script: &ClassicScript| {
        event_loop.call_javascript(context, |context| script.script.evaluate(context)).map(drop)
    };
    let result = script.as_ref().map_err(Clone::clone).and_then(evaluate);
    let ending = Ending::from_result(&result);
    if let Err(error) = result {
        event_loop.report_an_exception(error, context);
    }
    event_loop.clean_up_after_running_script(context);
    event_loop.notify(|| Event::EvaluationEnded);
    ending
}
