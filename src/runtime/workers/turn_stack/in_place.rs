//! Turns on the stack of the caller, which is all there is on WebAssembly. They cannot be suspended.

use std::convert::Infallible;
use std::marker::PhantomData;
use std::rc::Rc;

use super::progress::Progress;
use crate::web::atomics::Suspend;

/// No stacks.
pub(in super::super) struct TurnStacks;

impl TurnStacks {
    pub(in super::super) fn new(_bytes: usize) -> Self {
        Self
    }

    /// Runs a turn.
    pub(in super::super) fn run<R: 'static>(
        &self,
        _suspender: &Rc<Suspender>,
        steps: impl FnOnce() -> R + 'static,
    ) -> Progress<R, SuspendedTurn<R>> {
        let Self = self;
        Progress::Ended(steps())
    }
}

/// There is none.
pub(in super::super) struct SuspendedTurn<R>(Infallible, PhantomData<R>);

impl<R> SuspendedTurn<R> {
    /// There is nothing to resume.
    pub(in super::super) fn resume(self, _stacks: &TurnStacks) -> Progress<R, SuspendedTurn<R>> {
        match self.0 {}
    }
}

/// Suspends nothing.
#[derive(Default)]
pub(in super::super) struct Suspender;

impl Suspend for Suspender {
    fn is_possible(&self) -> bool {
        false
    }

    fn suspend(&self) {}
}
