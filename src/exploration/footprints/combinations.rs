//! The promises of `Promise.all()` and other functions of this kind, which depend on several others.

use boa_engine::JsObject;
use boa_engine::builtins::promise::PromiseState;
use boa_engine::object::builtins::JsPromise;
use rustc_hash::FxHashMap;

/// The promises of these functions, by their numbers.
#[derive(Default)]
pub(super) struct Combinations {
    promises: FxHashMap<u64, JsPromise>,
    /// That of the function that runs.
    starting: Option<u64>,
    /// The one that the job that runs is a part of, if it is not settled yet.
    pending: Option<u64>,
}

impl Combinations {
    /// Such a function is about to be called. Returns the promise of the one that calls it.
    pub(super) const fn start(&mut self, number: u64) -> Option<u64> {
        self.starting.replace(number)
    }

    /// The promise of the function that runs, which adds parts to it.
    pub(super) const fn starting(&self) -> Option<u64> {
        self.starting
    }

    /// Whether such a function runs.
    pub(super) const fn are_starting(&self) -> bool {
        self.starting.is_some()
    }

    /// Such a function has returned. Returns the number of its promise.
    pub(super) fn have_started(&mut self, promise: Option<&JsObject>, outer: Option<u64>) -> Option<u64> {
        let number = std::mem::replace(&mut self.starting, outer);
        let promise = promise.and_then(|promise| JsPromise::from_object(promise.clone()).ok());
        self.promises.extend(number.zip(promise));
        number
    }

    /// A job that is a part of a promise is about to run.
    pub(super) fn part_starts(&mut self, of: u64) {
        self.pending = Some(of).filter(|_| self.promises.get(&of).is_none_or(is_pending));
    }

    /// The job has ended. Returns the promise if it may have settled it.
    pub(super) fn settled(&mut self) -> Option<u64> {
        let part = self.pending.take()?;
        self.promises.get(&part).is_none_or(|promise| !is_pending(promise)).then_some(part)
    }
}

fn is_pending(promise: &JsPromise) -> bool {
    promise.state() == PromiseState::Pending
}
