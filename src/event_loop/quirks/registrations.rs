//! Which reactions were registered on settled promises, for hosts in which such reactions lose their state.
//!
//! The engine calls HostMakeJobCallback for each handler of a reaction. If the promise is settled, it enqueues the
//! job of the reaction directly afterwards, in the same frame at the same position. If the promise is pending, the job
//! is enqueued later. So a job whose first callback is one of the last that were made before the job was enqueued
//! belongs to a promise that was already settled.

use std::cell::Cell;
use std::num::NonZeroU64;

use boa_engine::Context;
use boa_engine::native_function::NativeFunctionObject;
use boa_engine::object::builtins::JsFunction;
use boa_engine::vm::CodeBlock;
use boa_gc::{Finalize, Trace};

use super::quirk::{Quirk, Quirks};

/// The number of a job callback, in the order in which they were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Trace, Finalize)]
#[boa_gc(empty_trace)]
pub(crate) struct Registration(NonZeroU64);

/// Where the engine is: the number of frames, the address of the code of the last one, and the position in it.
type Place = (usize, usize, Option<(u32, u32)>);

/// The last callbacks that were made at one place: those of a reaction, or the `then` of a thenable.
#[derive(Clone, Copy)]
struct Made {
    place: Place,
    first: Registration,
    last: Registration,
    /// Whether all of them are functions of the engine, as those of an `await` are.
    are_native: bool,
}

/// A promise job that was enqueued directly after callbacks had been made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Enqueued {
    first: Registration,
    last: Registration,
    /// Whether Firefox would not suspend the async function, if the promise is fulfilled.
    is_skipped: bool,
}

/// The running microtask.
#[derive(Clone, Copy, Default)]
struct RunningJob {
    enqueued: Option<Enqueued>,
    is_first_call: bool,
    /// Whether it called a function of the engine: it resumes an async function.
    resumes: bool,
}

/// What is known about the last job callbacks and the running microtask.
pub(crate) struct Registrations {
    last: Cell<NonZeroU64>,
    made: Cell<Option<Made>>,
    running: Cell<RunningJob>,
}

impl Default for Registrations {
    fn default() -> Self {
        Self { last: Cell::new(NonZeroU64::MIN), made: Cell::default(), running: Cell::default() }
    }
}

fn place(context: &Context) -> Place {
    let mut frames = context.stack_trace();
    let Some(last) = frames.next() else { return (0, 0, None) };
    let code = std::ptr::from_ref::<CodeBlock>(last.code_block()).addr();
    let position = last.position().position.map(|position| (position.line_number(), position.column_number()));
    (1 + frames.count(), code, position)
}

fn is_native(callback: &JsFunction) -> bool {
    callback.is::<NativeFunctionObject>()
}

impl Registrations {
    /// Records that a job callback is made. Returns its number.
    pub(crate) fn register(&self, callback: &JsFunction, context: &Context) -> Registration {
        let Self { last, made, .. } = self;
        let registration = Registration(last.get().saturating_add(1));
        last.set(registration.0);
        let (place, is_native) = (place(context), is_native(callback));
        // A reaction has at most two handlers.
        let pair = made.get().filter(|made| made.place == place && made.last == made.first);
        made.set(Some(match pair {
            Some(pair) => Made { last: registration, are_native: pair.are_native && is_native, ..pair },
            None => Made { place, first: registration, last: registration, are_native: is_native },
        }));
        registration
    }

    /// Records that a promise job is enqueued. Returns the callbacks that were made directly before, if any were.
    pub(crate) fn job_is_enqueued(&self, is_queue_empty: bool, quirks: Quirks, context: &Context) -> Option<Enqueued> {
        let made = self.made.take()?;
        if made.place != place(context) {
            return None;
        }
        // CanSkipAwait in js/src/vm/AsyncFunction.cpp: nothing else is on the stack or in the queue.
        let is_await = made.are_native && made.last > made.first;
        let is_alone = made.place.0 == 1 && self.running.get().resumes && is_queue_empty;
        let is_skipped = is_await && is_alone && quirks.has(Quirk::SkippedAwaitKeepsState);
        Some(Enqueued { first: made.first, last: made.last, is_skipped })
    }

    /// Records that a microtask starts or, with `None`, that it is no such job, or that the checkpoint ends: the part
    /// of an async function before its first `await` is not a job.
    pub(crate) fn job_starts(&self, enqueued: Option<Enqueued>) {
        self.made.set(None);
        self.running.set(RunningJob { enqueued, is_first_call: true, resumes: false });
    }

    /// Whether a job callback that is called with this number of arguments loses its state.
    pub(crate) fn loses_state(
        &self,
        registration: Option<Registration>,
        callback: &JsFunction,
        arguments: usize,
        quirks: Quirks,
    ) -> bool {
        let running = self.running.get();
        let is_native = is_native(callback);
        if running.is_first_call {
            let resumes = is_native && arguments == 1;
            self.running.set(RunningJob { is_first_call: false, resumes, ..running });
        }
        let (Some(registration), Some(job)) = (registration, running.enqueued) else { return false };
        if !(job.first..=job.last).contains(&registration) {
            return false;
        }
        if arguments == 2 {
            // Only the `then` of a thenable has two arguments. EnqueuePromiseResolveThenableJob in
            // js/src/builtin/Promise.cpp; the built-in `then` has a job of its own.
            return !is_native && quirks.has(Quirk::ThenableJobLosesState);
        }
        let keeps = job.is_skipped && registration == job.first;
        // OptimizeOut in PerformPromiseThen and InternalAwait, js/src/builtin/Promise.cpp.
        quirks.has(Quirk::SettledPromiseLosesState) && !keeps
    }
}
