//! The event loop between inputs: it runs freely, is held, or is moved by hand.

use std::rc::Rc;
use std::time::Duration;

use super::channel::{Next, PromptOutput, Request, Requests};
use super::commands;
use super::session::Session;
use super::watcher::Watcher;
use crate::Error;
use crate::cli::arguments::Repl;
use crate::cli::exit_status::ExitStatus;
use crate::cli::memory::give_back;
use crate::cli::reporter::Reporter;
use crate::cli::terminal::Style;
use crate::event_loop::{EventLoop, Outcome, Timestamp, Turn, VirtualTime};
use crate::html::ConsoleOutput;
use crate::runtime::Builder;

/// The loop of a prompt.
pub(super) struct Loop {
    pub(super) session: Session,
    /// Time that only moves when it is told to.
    pub(super) time: Option<Rc<VirtualTime>>,
    pub(super) held: bool,
    pub(super) watcher: Rc<Watcher>,
}

/// Runs a prompt's session until it is left.
pub(super) fn run(
    options: &Repl,
    requests: &Requests,
    output: PromptOutput,
    error_style: Style,
    is_terminal: bool,
) -> Result<ExitStatus, Error> {
    let time = options.virtual_time.then(|| Rc::new(VirtualTime::new()));
    let console: Rc<dyn ConsoleOutput> = Rc::new(output.clone());
    let reporter = Rc::new(Reporter::new(Rc::clone(&console), error_style));
    let builder = Builder::default().console(console).error_sink(Rc::clone(&reporter) as _);
    let builder = match &time {
        Some(time) => builder.time(Rc::clone(time) as _),
        None => builder.give_memory_back(give_back),
    };
    let runtime = builder.build()?;
    let watcher = Rc::new(Watcher::default());
    runtime.event_loop().set_observer(Some(Rc::clone(&watcher) as _));
    requests.wakes(runtime.event_loop().remote());
    let mut session = Session::new(runtime, output, reporter);
    if let Some(file) = &options.init {
        session.load(file)?;
    }
    let mut prompt = Loop { session, time, held: false, watcher };
    prompt.serve(requests);
    if !is_terminal && !prompt.held {
        prompt.finish();
    }
    Ok(ExitStatus::Success)
}

impl Loop {
    pub(super) fn event_loop(&self) -> &Rc<EventLoop> {
        self.session.runtime.event_loop()
    }

    /// Deals with requests, and turns the loop in between, until the prompt is left.
    fn serve(&mut self, requests: &Requests) {
        let mut answers_due = false;
        loop {
            match requests.take() {
                Some(Request::End) => return,
                Some(Request::Complete(text, reply)) => {
                    // Whoever asked may have lost patience.
                    let _ = reply.send(self.session.complete(&text));
                }
                Some(Request::Input(input)) if commands::is_command(&input) => {
                    let next = commands::run(self, &input);
                    requests.answer(next);
                    if next == Next::Leave {
                        return;
                    }
                }
                Some(Request::Input(input)) => {
                    self.session.evaluate(input);
                    answers_due = true;
                }
                None => {}
            }
            if !self.held && self.turn() != Turn::Idle && !(answers_due && requests.is_interrupted()) {
                continue;
            }
            if answers_due && self.is_answered(requests) {
                answers_due = false;
                requests.answer(Next::Continue);
            } else {
                self.sleep();
            }
        }
    }

    /// Whether the last input need not be waited for any more: it has a result, or none will come by itself.
    fn is_answered(&self, requests: &Requests) -> bool {
        if self.session.is_done() {
            return true;
        }
        let why = if requests.is_interrupted() {
            "interrupted"
        } else if self.held {
            "the loop is held; .step, .run or .resume"
        } else if !self.session.runtime.has_work() {
            "nothing is left to do that could settle it"
        } else if self.time.is_some() {
            "time stands still; .advance or .run"
        } else {
            return false;
        };
        self.session.output.err(&format!("(the input still awaits: {why})"));
        true
    }

    /// One turn of the loop.
    pub(super) fn turn(&mut self) -> Turn {
        self.session.runtime.turn()
    }

    /// Runs what is ready now.
    pub(super) fn run_until_idle(&mut self) {
        while self.turn() != Turn::Idle {}
    }

    /// Waits for a request, or for the next timer if the loop and time are free.
    fn sleep(&self) {
        let free = !self.held && self.time.is_none();
        let until = if free { self.session.runtime.next_deadline() } else { None };
        self.event_loop().sleep(until);
    }

    /// Runs for this long. Virtual time moves on from timer to timer.
    pub(super) fn run_for(&mut self, duration: Duration) {
        let end = self.event_loop().now().after(duration);
        loop {
            self.run_until_idle();
            let now = self.event_loop().now();
            if now >= end {
                return;
            }
            let next = self.session.runtime.next_deadline().map_or(end, |deadline| deadline.min(end));
            match &self.time {
                Some(time) => time.advance(next.duration_since(now)),
                None => self.event_loop().sleep(Some(next)),
            }
        }
    }

    /// After the last input of a pipe: what is left to do is done, as at the end of a program.
    fn finish(&mut self) {
        if self.time.is_some() {
            self.run_until_idle();
        } else {
            let _: Outcome = self.session.runtime.run();
        }
    }

    /// The time since the time origin.
    pub(super) fn now(&self) -> Timestamp {
        self.event_loop().now()
    }
}
