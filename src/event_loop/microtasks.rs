//! The microtask queue and its checkpoint.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use boa_engine::Context;
use boa_engine::job::PromiseJob;

use super::{EventLoop, Steps};

enum Microtask {
    Promise(PromiseJob),
    Steps(Steps),
}

#[derive(Default)]
pub(super) struct Microtasks {
    queue: RefCell<VecDeque<Microtask>>,
    performing_checkpoint: Cell<bool>,
}

impl Microtasks {
    pub(super) fn push(&self, steps: Steps) {
        self.queue.borrow_mut().push_back(Microtask::Steps(steps));
    }

    pub(super) fn push_promise_job(&self, job: PromiseJob) {
        self.queue.borrow_mut().push_back(Microtask::Promise(job));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.queue.borrow().is_empty()
    }

    /// Gives back the room of a queue that was long.
    pub(super) fn shrink(&self) {
        self.queue.borrow_mut().shrink_to_fit();
    }

    fn pop(&self) -> Option<Microtask> {
        self.queue.borrow_mut().pop_front()
    }
}

/// Sets a flag for as long as it lives.
struct Raised<'a>(&'a Cell<bool>);

impl<'a> Raised<'a> {
    fn new(flag: &'a Cell<bool>) -> Option<Self> {
        (!flag.replace(true)).then_some(Self(flag))
    }
}

impl Drop for Raised<'_> {
    fn drop(&mut self) {
        self.0.set(false);
    }
}

impl EventLoop {
    /// [Performs a microtask checkpoint](https://html.spec.whatwg.org/multipage/webappapis.html#perform-a-microtask-checkpoint):
    /// runs microtasks until there are none, with those that they queue. Does nothing inside another checkpoint.
    ///
    /// A promise job brings its own continuation state, so none is current to begin with.
    pub fn perform_a_microtask_checkpoint(&self, context: &mut Context) {
        // Step 1: a checkpoint within a checkpoint is none.
        if self.microtasks.is_empty() {
            return;
        }
        let Some(_performing) = Raised::new(&self.microtasks.performing_checkpoint) else { return };
        self.with_continuation_state(None, || {
            let _script = self.enter_script();
            // Step 3: the oldest microtask first, until the queue is empty.
            while let Some(microtask) = self.microtasks.pop() {
                match microtask {
                    Microtask::Steps(steps) => steps(context),
                    Microtask::Promise(job) => {
                        self.note_job_origin(None);
                        if let Err(error) = job.call(context) {
                            self.report_an_exception(error, context);
                        }
                    }
                }
            }
            self.note_job_origin(None);
        });
        // Step 6: what a WeakRef returned may be collected from here on.
        context.clear_kept_objects();
    }
}
