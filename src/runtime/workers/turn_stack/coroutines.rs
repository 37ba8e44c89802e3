//! Turns as coroutines, each with a stack of its own.

use std::cell::{Cell, RefCell};
use std::ptr::NonNull;
use std::rc::Rc;

use corosensei::stack::DefaultStack;
use corosensei::{Coroutine, CoroutineResult, Yielder};

use super::progress::Progress;
use crate::event_loop::set_while;
use crate::web::atomics::Suspend;

/// The stacks of the turns of a program's workers. A turn that is not suspended gives its stack back, so there is one
/// more of them than there are suspended turns.
pub(in super::super) struct TurnStacks {
    /// The size of each, in bytes. Only the memory that is used is committed.
    bytes: usize,
    spare: RefCell<Option<DefaultStack>>,
}

impl TurnStacks {
    /// The stacks have this number of bytes each.
    pub(in super::super) fn new(bytes: usize) -> Self {
        Self { bytes, spare: RefCell::default() }
    }

    /// Runs a turn until it ends or is suspended. If the system has no address space for another stack, it runs on that
    /// of the caller, where it cannot be suspended.
    pub(in super::super) fn run<R: 'static>(
        &self,
        suspender: &Rc<Suspender>,
        steps: impl FnOnce() -> R + 'static,
    ) -> Progress<R, SuspendedTurn<R>> {
        let spare = self.spare.take();
        let Some(stack) = spare.or_else(|| DefaultStack::new(self.bytes).ok()) else {
            return Progress::Ended(steps());
        };
        let suspender = Rc::clone(suspender);
        let turn = Coroutine::with_stack(stack, move |yielder: &Yielder<(), ()>, ()| {
            let _running = set_while(&suspender.yielder, Some(NonNull::from(yielder)));
            steps()
        });
        SuspendedTurn(turn).resume(self)
    }
}

/// A turn that is suspended.
pub(in super::super) struct SuspendedTurn<R>(Coroutine<(), (), R, DefaultStack>);

impl<R> SuspendedTurn<R> {
    /// Goes on with the turn until it ends or is suspended again. Propagates panics.
    pub(in super::super) fn resume(mut self, stacks: &TurnStacks) -> Progress<R, SuspendedTurn<R>> {
        match self.0.resume(()) {
            CoroutineResult::Yield(()) => Progress::Suspended(self),
            CoroutineResult::Return(result) => {
                stacks.spare.replace(Some(self.0.into_stack()));
                Progress::Ended(result)
            }
        }
    }
}

/// Suspends the turns of a worker.
#[derive(Default)]
pub(in super::super) struct Suspender {
    /// What suspends the turn that runs. `None` if none runs, or if it cannot be suspended.
    yielder: Cell<Option<NonNull<Yielder<(), ()>>>>,
}

impl Suspend for Suspender {
    fn is_possible(&self) -> bool {
        self.yielder.get().is_some()
    }

    fn suspend(&self) {
        let Some(yielder) = self.yielder.get() else { return };
        // SAFETY: the pointer is set while the closure runs that has the yielder, on the stack of the turn. Only the
        // functions of the worker's context call this, and that context only runs code in the worker's turns: so this
        // runs on that stack, inside that closure.
        unsafe { yielder.as_ref() }.suspend(());
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use super::super::progress::Progress;
    use super::{Suspend, Suspender, TurnStacks};

    #[test]
    fn turns_are_suspended_and_resumed_in_any_order() {
        let (stacks, log) = (TurnStacks::new(1 << 20), Rc::new(RefCell::new(Vec::new())));
        let start = |name: &'static str| {
            let (suspender, log) = (Rc::new(Suspender::default()), Rc::clone(&log));
            let own = Rc::clone(&suspender);
            let progress = stacks.run(&suspender, move || {
                for number in 0..2 {
                    log.borrow_mut().push((name, number));
                    own.suspend();
                }
                name
            });
            assert!(suspender.is_possible(), "it is suspended, and will be resumed");
            let Progress::Suspended(turn) = progress else { panic!("it was not suspended") };
            turn
        };
        let (one, other) = (start("one"), start("other"));
        let Progress::Suspended(other) = other.resume(&stacks) else { panic!("it has ended") };
        let Progress::Suspended(one) = one.resume(&stacks) else { panic!("it has ended") };
        assert!(matches!(one.resume(&stacks), Progress::Ended("one")));
        assert!(matches!(other.resume(&stacks), Progress::Ended("other")));
        assert_eq!(*log.borrow(), [("one", 0), ("other", 0), ("other", 1), ("one", 1)]);
        assert!(stacks.spare.borrow().is_some());
    }

    #[test]
    fn a_turn_without_a_stack_cannot_be_suspended() {
        let (stacks, suspender) = (TurnStacks::new(usize::MAX / 4), Rc::new(Suspender::default()));
        let own = Rc::clone(&suspender);
        let progress = stacks.run(&suspender, move || {
            own.suspend();
            own.is_possible()
        });
        assert!(matches!(progress, Progress::Ended(false)));
    }

    #[test]
    fn a_suspended_turn_can_be_dropped() {
        let (stacks, suspender, value) = (TurnStacks::new(1 << 20), Rc::new(Suspender::default()), Rc::new(()));
        let (own, copy) = (Rc::clone(&suspender), Rc::clone(&value));
        let progress = stacks.run(&suspender, move || {
            own.suspend();
            drop(copy);
        });
        assert_eq!(Rc::strong_count(&value), 2);
        drop(progress);
        assert_eq!(Rc::strong_count(&value), 1);
    }
}
