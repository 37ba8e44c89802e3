//! Handles the editor's requests, and runs the event loop between them.

use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use posttask::Error;
use posttask::event_loop::{Observer, Turn, VirtualTime};
use posttask::exploration::Stepping;
use posttask::html::ConsoleOutput;
use posttask::trace::{Detail, Recorder};
use posttask_front_end::FrontEnd;

use super::channel::{AfterInput, PromptOutput, Request, Requests};
use super::commands;
use super::r#loop::Loop;
use super::session::Session;
use super::tracing::Tracing;
use super::watcher::Watcher;
use crate::arguments::Repl;
use crate::exit_status::ExitStatus;
use crate::memory::release_memory;
use crate::new_runtime::new_runtime;
use crate::reporter::Reporter;
use crate::terminal::Style;
use posttask_reports::statistics::Statistics;

/// Runs the session of a prompt until the user leaves it.
pub(super) fn run(
    options: &Repl,
    front_end: Arc<FrontEnd>,
    requests: &Requests,
    output: PromptOutput,
    error_style: Style,
    is_terminal: bool,
) -> Result<ExitStatus, Error> {
    let time = options.virtual_time.then(|| Rc::new(VirtualTime::new()));
    let console: Rc<dyn ConsoleOutput> = Rc::new(output.clone());
    let reporter = Rc::new(Reporter::new(Rc::clone(&console), error_style, Arc::clone(&front_end)));
    let builder = new_runtime(&front_end);
    let builder = builder.console(console).error_sink(reporter);
    let builder = options.surroundings.configure(builder, time.is_some(), time.is_some().then_some(0));
    let builder = if time.is_none() { builder.release_memory(release_memory) } else { builder };
    let stepping = Stepping::new(time.clone(), options.init.as_deref().unwrap_or_else(|| Path::new("")));
    let mut runtime = stepping.configure(builder).build()?;
    let watcher = Rc::new(Watcher::default());
    let detail = Detail { real_time: time.is_some(), ..Detail::default() };
    let statistics = Rc::new(Recorder::new(Statistics::new(time.is_some()), detail));
    let tracing = Rc::new(Tracing::default());
    let observers: Vec<Rc<dyn Observer>> =
        vec![Rc::clone(&watcher) as _, stepping.observer(), Rc::clone(&statistics) as _, Rc::clone(&tracing) as _];
    runtime.event_loop().set_observer(Some(Rc::new(observers)));
    requests.wakes(runtime.event_loop().remote());
    if let Some(document) = options.surroundings.document(options.sources.node)
        && let Err(error) = document.install(options.init.as_deref().unwrap_or(Path::new("[repl]")), &mut runtime)
    {
        let event_loop = Rc::clone(runtime.event_loop());
        runtime.with_context(|context| event_loop.report_an_exception(error, context));
    }
    let mut session = Session::new(runtime, output, front_end);
    if let Some(file) = &options.init {
        session.load(file)?;
    }
    let mut prompt = Loop {
        session,
        time,
        paused: false,
        watcher,
        stepping,
        breakpoints: Vec::new(),
        held: None,
        statistics,
        tracing,
    };
    serve(&mut prompt, requests);
    if !is_terminal && !prompt.paused {
        prompt.finish();
    }
    if let Err(error) = prompt.tracing.stop() {
        prompt.session.output.err(&format!("posttask: cannot write the trace: {error}"));
    }
    Ok(ExitStatus::Success)
}

/// Handles requests, and runs the event loop between them, until the user leaves the prompt.
fn serve(prompt: &mut Loop, requests: &Requests) {
    let mut answers_due = false;
    loop {
        match requests.take() {
            Some(Request::End) => return,
            Some(Request::Complete(text, reply)) => {
                // This fails if the editor no longer waits for an answer.
                let completions = commands::completions(&text);
                let _ = reply.send(completions.unwrap_or_else(|| prompt.session.complete(&text)));
            }
            Some(Request::Input(input)) if commands::is_command(&input) => {
                let next = commands::run(prompt, &input);
                requests.answer(next);
                if next == AfterInput::Leave {
                    return;
                }
            }
            Some(Request::Input(input)) => {
                prompt.session.evaluate(input);
                answers_due = true;
            }
            None => {}
        }
        if !prompt.paused && !prompt.is_held() {
            let errors = prompt.watcher.errors();
            let turn = prompt.turn();
            prompt.is_held_after_errors(errors);
            if turn != Turn::Idle && !(answers_due && requests.is_interrupted()) {
                continue;
            }
        }
        if answers_due && is_answered(prompt, requests) {
            answers_due = false;
            requests.answer(AfterInput::Continue);
        } else {
            prompt.sleep();
        }
    }
}

/// Whether to stop waiting for the last input: it has a result, it was interrupted, or nothing can settle it without
/// another input. Prints why if it has no result.
fn is_answered(prompt: &Loop, requests: &Requests) -> bool {
    if prompt.session.is_done() {
        return true;
    }
    let why = if requests.is_interrupted() {
        "interrupted"
    } else if prompt.paused {
        "the loop is paused; use .step, .run or .resume"
    } else if !prompt.session.runtime.has_work() {
        "nothing is left to do that could settle it"
    } else if prompt.time.is_some() {
        "virtual time is stopped; use .advance or .run"
    } else {
        return false;
    };
    prompt.session.output.err(&format!("(the promise is still pending: {why})"));
    true
}
