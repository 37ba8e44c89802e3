//! What a worker knows of the agent that has created it.

use std::cell::Cell;
use std::rc::{Rc, Weak};

use boa_engine::JsValue;
use boa_gc::Gc;
use url::Url;

use super::main_agent::MainAgent;
use crate::agents::AgentId;
use crate::engine::path_of_file_url;
use crate::event_loop::{EventLoop, QueuePosition, TaskSource, WorkKind};
use crate::web::dom::EventTarget;
use crate::web::html::{ErrorReporter, ErrorSink, Uncaught, UncaughtKind, fire_error_at, one_line};
use crate::web::workers::WorkerRequest;

/// The agent that has created a worker, as the receiver of the errors that the worker does not handle.
#[derive(Clone)]
pub(super) struct Parent {
    agent: AgentId,
    event_loop: Weak<EventLoop>,
    errors: Rc<ErrorReporter>,
    target: Gc<EventTarget>,
    is_terminated: Rc<Cell<bool>>,
    /// Whether the worker was ended in the middle of a turn: that its JavaScript could not go on is no error.
    is_cut_off: Rc<Cell<bool>>,
    /// The worker in reports.
    description: Rc<str>,
    program: Rc<MainAgent>,
}

/// The path of a script, or its URL if it is not in a file.
pub(super) fn script_name(url: &Url) -> String {
    path_of_file_url(url).map_or_else(|| url.to_string(), |path| path.display().to_string())
}

/// `worker w.js, created at main.js:1:16`.
fn description(request: &WorkerRequest) -> String {
    const LONGEST_URL: usize = 80;
    let url = script_name(&request.url);
    let is_long = url.char_indices().nth(LONGEST_URL);
    let url = is_long
        .filter(|_| request.url.scheme() == "data")
        .map_or(url.clone(), |(end, _)| url[..end].to_owned() + "...");
    let name = one_line(&request.name.to_std_string_lossy());
    let name = if name.is_empty() { url } else { format!("'{name}' ({url})") };
    let place = request.created_at.as_ref().map(|place| format!(", created at {place}")).unwrap_or_default();
    format!("worker {name}{place}")
}

impl Parent {
    pub(super) fn new(
        agent: AgentId,
        event_loop: &Rc<EventLoop>,
        errors: &Rc<ErrorReporter>,
        request: &WorkerRequest,
        program: &Rc<MainAgent>,
    ) -> Self {
        Self {
            agent,
            event_loop: Rc::downgrade(event_loop),
            errors: Rc::clone(errors),
            target: request.target.clone(),
            is_terminated: Rc::clone(&request.is_terminated),
            is_cut_off: Rc::default(),
            description: description(request).into(),
            program: Rc::clone(program),
        }
    }

    pub(super) fn agent(&self) -> AgentId {
        self.agent
    }

    /// Whether the worker was ended in the middle of a turn, for the worker to say so.
    pub(super) fn is_cut_off(&self) -> Rc<Cell<bool>> {
        Rc::clone(&self.is_cut_off)
    }

    pub(super) fn description(&self) -> &str {
        &self.description
    }

    /// Step 7.2 of [reporting an exception][report]: queues a task that fires `error` at the worker object. If that
    /// does not handle it, it is an error of the parent.
    ///
    /// [report]: https://html.spec.whatwg.org/multipage/webappapis.html#report-an-exception
    fn fire_error(&self, uncaught: Uncaught) {
        let realm = self.target.realm().cloned();
        let (Some(event_loop), Some(realm)) = (self.event_loop.upgrade(), realm) else { return };
        let Self { target, errors, is_terminated, .. } = self.clone();
        let work = event_loop.new_work_of_another_agent(WorkKind::WorkerError);
        let source = TaskSource::DomManipulation;
        event_loop.queue_a_global_task(source, work, QueuePosition::Last, realm, move |event_loop, context| {
            if !is_terminated.get() && fire_error_at(&target, &uncaught, JsValue::null(), event_loop, context) {
                errors.report_an_exception_of_a_worker(&uncaught, event_loop, context);
            }
            Ok(())
        });
    }
}

impl ErrorSink for Parent {
    fn uncaught(&self, uncaught: &Uncaught) {
        if self.is_cut_off.get() {
            return;
        }
        let mut uncaught = uncaught.clone();
        // An error of a worker of this worker comes from there.
        uncaught.worker.get_or_insert_with(|| self.description.to_string());
        if uncaught.kind == UncaughtKind::Exception {
            self.fire_error(uncaught);
        } else {
            self.program.report(&uncaught);
        }
    }
}
