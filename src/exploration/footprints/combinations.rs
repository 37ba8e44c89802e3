//! The promises of `Promise.all()` and other functions of this kind, which depend on several others.

use boa_gc::{Finalize, Trace};

use super::location::Kind;

/// When such a promise is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Trace, Finalize)]
#[boa_gc(empty_trace)]
pub(super) enum Combinator {
    /// Once all others are fulfilled, or the first is rejected: `Promise.all()`.
    All,
    /// Once all others are settled: `Promise.allSettled()`.
    AllSettled,
    /// Once the first is settled or fulfilled: `Promise.race()` and `Promise.any()`.
    First,
}

/// A callback that such a function has added to one of the others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// The number of the promise that depends on it.
    pub(super) of: u64,
    is_of_error: bool,
}

/// A promise that depends on others.
#[derive(Debug)]
pub(super) struct Combination {
    how: Combinator,
    /// The number of callbacks: two for each of the others, that for the value first.
    callbacks: usize,
    /// The number of others that are not settled.
    left: usize,
}

impl Combination {
    pub(super) const fn new(how: Combinator) -> Self {
        Self { how, callbacks: 0, left: 0 }
    }

    /// A callback is added.
    pub(super) const fn add(&mut self, of: u64) -> Part {
        let is_of_error = self.callbacks % 2 == 1;
        self.callbacks += 1;
        self.left += !is_of_error as usize;
        Part { of, is_of_error }
    }

    /// A callback is about to be called. Only the order of those matters that may settle the promise: the last one, or
    /// the first with an error.
    pub(super) fn end(&mut self, part: Part) -> Kind {
        self.left = self.left.saturating_sub(1);
        let is_settled = match self.how {
            Combinator::All => part.is_of_error || self.left == 0,
            Combinator::AllSettled => self.left == 0,
            Combinator::First => true,
        };
        if is_settled { Kind::Write } else { Kind::Add }
    }
}
