//! Runs a program, in virtual or in real time, in the usual order or in another one.

use std::rc::Rc;
use std::time::Duration;

use js_sys::Function;
use posttask::event_loop::{Budget, Deadline, Observer, Outcome, Timestamp};
use posttask::exploration::{Ending, Following};
use posttask::internal::event_loop::milliseconds;
use posttask::trace::Recorder;
use posttask::{MainStatus, Runtime};
use posttask_reports::pending;
use posttask_reports::timeline::data;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::ending::{Ended, Warned, skipped};
use crate::instruments::Instruments;
use crate::output::Output;
use crate::program::Prepared;
use crate::{failed, json};

/// The virtual time after which a program is ended, as an exploration does: otherwise, an interval would never end.
pub(crate) const LONGEST: Duration = Duration::from_mins(1);

/// How long the loop runs in real time before the worker may do something else.
const SLICE: Duration = Duration::from_millis(20);

/// A program that runs.
#[wasm_bindgen]
pub struct Run {
    prepared: Prepared,
    /// `None` if the order is the usual one.
    following: Option<Following>,
    runtime: Runtime,
    recorder: Rc<Recorder<Instruments>>,
    main: MainStatus,
    ending: Ending,
}

posttask::debug!(Run, "runtime" = |run| run.runtime);

#[wasm_bindgen]
impl Run {
    /// Starts a program. `print` is called with what it prints: the kind of the text, and the text.
    ///
    /// # Errors
    ///
    /// If the request is not valid.
    #[wasm_bindgen(constructor)]
    pub fn new(request: &str, print: Function) -> Result<Self, JsError> {
        let prepared = Prepared::new(request)?;
        let asked = &prepared.request;
        let order = if asked.order.is_empty() { None } else { Some(asked.order.parse().map_err(failed)?) };
        let following = order.map(|order| Following::new(&order, prepared.file()));
        let output = Rc::new(Output(print));
        let builder = prepared.configure(Runtime::builder()).console(Rc::clone(&output) as _).error_sink(output);
        let quirks = asked.quirks().map_err(failed)?;
        let builder = match &following {
            Some(following) => following.configure_as(builder, quirks, asked.seed),
            None if asked.real_time => builder.quirks(quirks),
            None => builder.virtual_time().quirks(quirks).seed(asked.seed),
        };
        let mut runtime = builder.build().map_err(failed)?;
        let is_virtual = runtime.event_loop().clock().is_virtual();
        let order = if following.is_some() { "this order" } else { "usual order" };
        let recorder = Rc::new(Recorder::new(Instruments::new(order, is_virtual), Instruments::DETAIL));
        let observers: Vec<Rc<dyn Observer>> =
            following.iter().map(Following::observer).chain([Rc::clone(&recorder) as _]).collect();
        runtime.event_loop().set_observer(Some(Rc::new(observers)));
        if let Some(following) = &following {
            following.limit(&mut runtime);
        }
        let main = prepared.start(&mut runtime);
        Ok(Self { prepared, following, runtime, recorder, main, ending: Ending::Completed })
    }

    /// Runs what is ready. Returns how long to wait until this must be called again, in milliseconds, and nothing if
    /// the program has ended. Virtual time passes at once, so then the first call is the only one.
    pub fn advance(&mut self) -> Option<f64> {
        let main = self.main.clone();
        if let Some(following) = &self.following {
            self.ending = following.drive(&mut self.runtime, &|| main.is_done(), LONGEST);
            return None;
        }
        let outcome = if self.runtime.event_loop().clock().is_virtual() {
            self.runtime.run_until(Timestamp::since_origin(LONGEST))
        } else {
            let outcome = self.runtime.run_for(Budget::Time(SLICE));
            if let Some(wait) = self.wait(outcome) {
                return Some(wait);
            }
            outcome
        };
        self.ending = match outcome {
            Outcome::OutOfWork if !main.is_done() => Ending::Unfinished,
            Outcome::TimedOut => Ending::TimedOut,
            _ => Ending::Completed,
        };
        None
    }

    /// How long to wait in real time. `None` if the program has ended.
    fn wait(&self, outcome: Outcome) -> Option<f64> {
        match (outcome, self.runtime.next_deadline()) {
            (Outcome::OutOfWork, _) | (_, Deadline::Never) => None,
            (_, Deadline::Now) => Some(0.0),
            (_, Deadline::At(due)) => Some(milliseconds(due.duration_since(self.runtime.event_loop().clock().now()))),
            _ => None,
        }
    }

    /// Ends the run. Returns how it ended and what was recorded.
    ///
    /// # Errors
    ///
    /// None: everything can be written as JSON.
    pub fn finish(self) -> Result<String, JsError> {
        let Self { prepared, following, runtime, recorder, ending, .. } = self;
        let event_loop = runtime.event_loop();
        let is_virtual = event_loop.clock().is_virtual();
        let left = matches!(ending, Ending::TimedOut | Ending::NoProgress);
        let pending = if left { pending::lines_of(&event_loop.pending()) } else { Vec::new() };
        let skipped = following.iter().flat_map(Following::skipped).map(|it| skipped(&it)).collect();
        let (time, errors) = (event_loop.clock().now().as_milliseconds(), runtime.uncaught_count());
        event_loop.set_observer(None);
        drop((runtime, following));
        let recorder = Rc::try_unwrap(recorder).map_err(|_| JsError::new("the recorder is still in use"))?;
        let name = &prepared.request.file;
        let (statistics, diagnostics, mut timeline) = recorder.into_sink().finish(name);
        json(&Ended {
            ending: ending.as_str(),
            time,
            errors,
            pending,
            skipped,
            statistics_text: statistics.to_string(),
            statistics,
            warnings: Warned::all(&diagnostics),
            timeline: data(name, is_virtual, &mut [&mut timeline]),
        })
    }
}
