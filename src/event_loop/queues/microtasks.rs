//! The microtask queue, Node's queue of ticks, and the turns of modules.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};

use boa_engine::job::PromiseJob;
use boa_engine::object::builtins::JsFunction;

use crate::event_loop::quirks::Enqueued;

/// A microtask: a promise job, or steps of type `S`.
pub(crate) enum Microtask<S> {
    Promise(PromiseJob),
    /// A promise job that was enqueued directly after its callbacks had been made, in hosts that care.
    OfSettledPromise(PromiseJob, Box<Enqueued>),
    Steps(S),
    /// The steps of a tick.
    Tick(S),
    ModuleTurn(ModuleTurn),
}

/// A module that has waited for others, and waits for its turn.
pub(crate) struct ModuleTurn {
    /// Resolves the promise that the module awaits.
    pub(crate) resolve: JsFunction,
    /// Whether the module does not await anything else.
    pub(crate) completes: bool,
}

/// The microtask queue, oldest first, and whether a checkpoint is being performed.
///
/// The callbacks of Node's [`process.nextTick`][tick] have a queue of their own. A checkpoint empties both in turns:
/// all ticks, then all microtasks, and again, until there are neither.
///
/// [tick]: https://nodejs.org/docs/latest-v20.x/api/process.html#processnexttickcallback-args
pub(crate) struct Microtasks<S> {
    queue: RefCell<VecDeque<Microtask<S>>>,
    ticks: RefCell<VecDeque<S>>,
    /// By `[[AsyncEvaluationOrder]]`, which modules of several realms may share. They run before everything else.
    turns: RefCell<BTreeMap<(u32, u64), ModuleTurn>>,
    turn_count: Cell<u64>,
    /// Whether ticks wait until there are no microtasks.
    ticks_wait: Cell<bool>,
    pub(crate) performing_checkpoint: Cell<bool>,
    /// Whether a tick is running.
    pub(crate) runs_tick: Cell<bool>,
    /// Whether no checkpoint is performed until other work runs.
    pub(crate) is_postponed: Cell<bool>,
    /// Whether the loop was stopped during a checkpoint, which goes on when the loop does.
    pub(crate) is_interrupted: Cell<bool>,
}

impl<S> Default for Microtasks<S> {
    fn default() -> Self {
        Self {
            queue: RefCell::default(),
            ticks: RefCell::default(),
            turns: RefCell::default(),
            turn_count: Cell::new(0),
            ticks_wait: Cell::new(false),
            performing_checkpoint: Cell::new(false),
            runs_tick: Cell::new(false),
            is_postponed: Cell::new(false),
            is_interrupted: Cell::new(false),
        }
    }
}

impl<S> Microtasks<S> {
    pub(crate) fn push(&self, microtask: Microtask<S>) {
        self.queue.borrow_mut().push_back(microtask);
    }

    pub(crate) fn push_tick(&self, steps: S) {
        self.ticks.borrow_mut().push_back(steps);
    }

    pub(crate) fn push_turn(&self, order: u32, turn: ModuleTurn) {
        let count = self.turn_count.replace(self.turn_count.get() + 1);
        self.turns.borrow_mut().insert((order, count), turn);
    }

    /// Takes the microtask that was queued last.
    pub(crate) fn pop_youngest(&self) -> Option<Microtask<S>> {
        self.queue.borrow_mut().pop_back()
    }

    pub(crate) fn let_ticks_wait(&self) {
        self.ticks_wait.set(true);
    }

    /// Ends [`Self::let_ticks_wait`]: there is nothing to wait for.
    pub(crate) fn let_ticks_go(&self) {
        self.ticks_wait.set(false);
    }

    /// Takes what a checkpoint runs next. `None` if there is nothing left.
    pub(crate) fn pop(&self) -> Option<Microtask<S>> {
        if let Some((_, turn)) = self.turns.borrow_mut().pop_first() {
            return Some(Microtask::ModuleTurn(turn));
        }
        if !self.ticks_wait.get()
            && let Some(tick) = self.pop_tick()
        {
            return Some(tick);
        }
        let microtask = self.queue.borrow_mut().pop_front();
        self.ticks_wait.set(microtask.is_some());
        microtask.or_else(|| self.pop_tick())
    }

    fn pop_tick(&self) -> Option<Microtask<S>> {
        self.ticks.borrow_mut().pop_front().map(Microtask::Tick)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.queue.borrow().is_empty() && self.ticks.borrow().is_empty() && self.turns.borrow().is_empty()
    }

    /// The number of microtasks.
    pub(crate) fn len(&self) -> usize {
        self.queue.borrow().len()
    }

    /// The number of ticks.
    pub(crate) fn tick_count(&self) -> usize {
        self.ticks.borrow().len()
    }

    /// Drops all microtasks and ticks. The queues are not borrowed while they are dropped.
    pub(crate) fn clear(&self) {
        self.ticks_wait.set(false);
        drop((self.queue.take(), self.ticks.take(), self.turns.take()));
    }

    /// Frees the unused capacity of the queues.
    pub(crate) fn shrink(&self) {
        self.queue.borrow_mut().shrink_to_fit();
        self.ticks.borrow_mut().shrink_to_fit();
    }
}
