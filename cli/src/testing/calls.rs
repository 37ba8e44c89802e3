//! Calls of tests and hooks that have not ended.

use boa_engine::{Context, JsResult, JsValue};
use posttask::event_loop::Timestamp;

use super::endings::failure;
use super::host::Outcome;
use super::report::{Failure, FailureKind};
use super::session::{OpenCall, Session};
use super::tree::NodeId;

impl Session {
    /// A call has ended: its function returned, or its promise was settled.
    pub(super) fn settle(&self, call: u64, outcome: Outcome) {
        let open = self.open_calls.borrow_mut().remove(&call);
        if let Some(open) = open {
            self.event_loop.host_acts();
            // A test that was cancelled does not wait for its calls.
            let _ = open.sender.send(outcome);
        }
    }

    /// The function of a call starts. Until it returns, its callback only records an outcome.
    pub(super) fn start_callback(&self, call: u64) {
        if let Some(open) = self.open_calls.borrow_mut().get_mut(&call) {
            open.is_running = true;
        }
    }

    /// The function of a call, which belongs to a test, called its callback.
    pub(super) fn call_back(&self, call: u64, test: NodeId, outcome: Outcome) {
        {
            let mut calls = self.open_calls.borrow_mut();
            match calls.get_mut(&call) {
                Some(open) if open.is_running && open.passed.is_some() => {
                    open.passed = Some(Err(Box::new(called_twice())));
                }
                Some(open) if open.is_running => open.passed = Some(outcome),
                Some(_) => {
                    drop(calls);
                    self.settle(call, outcome);
                }
                None => self.uncaught.borrow_mut().push((test, called_twice())),
            }
        }
    }

    /// The function of a call has returned. The call ends now if its callback was called.
    pub(super) fn end_callback(&self, call: u64) {
        let passed = self.open_calls.borrow_mut().get_mut(&call).and_then(|open| {
            open.is_running = false;
            open.passed.take()
        });
        if let Some(outcome) = passed {
            self.settle(call, outcome);
        }
    }

    /// A call has ended with this result.
    pub(super) fn settle_with(&self, call: u64, result: JsResult<JsValue>, context: &mut Context) {
        let outcome = match result {
            Ok(_) => Ok(()),
            Err(error) => Err(Box::new(self.describe(error, context))),
        };
        self.settle(call, outcome);
    }

    /// Ends the calls that still wait, because nothing can settle them. Returns whether there were any.
    pub(super) fn end_open_calls(&self, why: impl Fn(&OpenCall) -> Option<Failure>) -> bool {
        let mut ended = Vec::new();
        self.open_calls.borrow_mut().retain(|call, open| match why(open) {
            Some(failure) => {
                ended.push((*call, failure));
                true
            }
            None => true,
        });
        let any = !ended.is_empty();
        for (call, failure) in ended {
            self.settle(call, Err(Box::new(failure)));
        }
        any
    }

    /// The time at which the first open call of a test without a timeout has taken too long.
    pub(super) fn next_limit(&self, has_no_timeout: impl Fn(NodeId) -> bool) -> Option<Timestamp> {
        let calls = self.open_calls.borrow();
        let limited = calls.values().filter(|call| has_no_timeout(call.node));
        let moved = self.clock.moved.get();
        limited.map(|call| call.since.after(self.options.timeout).after(moved.saturating_sub(call.moved_before))).min()
    }
}

fn called_twice() -> Failure {
    failure(FailureKind::TestCode, "callback invoked multiple times".to_owned())
}
