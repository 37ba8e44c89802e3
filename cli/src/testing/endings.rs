//! How tests end: with which failures, and what becomes of their subtests.

use std::time::Duration;

use posttask::internal::event_loop::milliseconds;

use super::host::{Host, Outcome};
use super::options::Leftovers;
use super::report::{Directive, Durations, Ending, Failure, FailureKind};
use super::runner::Runner;
use super::tree::{NodeId, Phase};

impl<H: Host> Runner<H> {
    /// Records how a test or suite ended.
    pub(super) fn end(&self, node: NodeId, outcome: Outcome) {
        let leftovers = self.host.leftovers(node);
        {
            let mut tree = self.tree.borrow_mut();
            let mode = tree.inherited(node, |options| options.leftovers).unwrap_or(self.host.default_leftovers());
            let failed = tree.get(node).children.iter().filter(|child| tree.is_failure(**child)).count();
            let (now, real) = (self.host.now(), self.host.real_time());
            let it = tree.get_mut(node);
            let is_cancelled = matches!(&outcome, Err(failure) if failure.kind == FailureKind::Timeout);
            it.failures.splice(0..0, outcome.err().map(|failure| *failure));
            if failed > 0 && it.failures.is_empty() {
                let plural = if failed == 1 { "" } else { "s" };
                it.failures.push(failure(FailureKind::Subtests, format!("{failed} subtest{plural} failed")));
            }
            match (leftovers, mode) {
                // A test that fails rarely ends what it has started.
                (Some((_, left)), Leftovers::Error) if it.failures.is_empty() => it.failures.push(left),
                (Some((_, left)), Leftovers::Warn) => it.diagnostics.push(left.message),
                (Some((count, _)), Leftovers::Count) if it.failures.is_empty() => it.left_behind = count,
                _ => {}
            }
            if let Some((since, real_since)) = it.started {
                it.durations = Durations { on_clock: now.duration_since(since), real: real.saturating_sub(real_since) };
            }
            it.phase = Phase::Ended(match it.failures.is_empty() {
                true => Ending::Passed,
                false if is_cancelled => Ending::Cancelled,
                false => Ending::Failed,
            });
        }
        self.host.ended(&self.tree.borrow(), node);
    }

    /// Ends the children of a node that have not ended. What they have scheduled may still run.
    pub(super) fn cancel_children(&self, parent: NodeId, failure: &Failure) {
        let children = self.tree.borrow().get(parent).children.clone();
        for child in children {
            if matches!(self.tree.borrow().get(child).phase, Phase::Ended(_) | Phase::LeftOut) {
                continue;
            }
            let was_declared = self.tree.borrow().get(child).phase == Phase::Declared;
            if was_declared && self.host.is_stopped() {
                continue;
            }
            if was_declared && !self.host.selects(&self.tree.borrow(), child) {
                self.tree.borrow_mut().get_mut(child).phase = Phase::LeftOut;
                continue;
            }
            self.cancel_children(child, failure);
            {
                let mut tree = self.tree.borrow_mut();
                let it = tree.get_mut(child);
                let is_skipped = matches!(it.declaration.options.directive, Some(Directive::Skip(_)));
                if is_skipped {
                    it.phase = Phase::Ended(Ending::Passed);
                } else {
                    it.failures.push(failure.clone());
                    it.phase = Phase::Ended(Ending::Cancelled);
                }
            }
            self.host.ended(&self.tree.borrow(), child);
        }
    }
}

/// A failure without a place.
pub(crate) fn failure(kind: FailureKind, message: String) -> Failure {
    Failure { kind, message, location: None, details: Vec::new(), compared: None, order: Vec::new() }
}

/// The failure of a test whose parent ended first.
pub(super) fn cancelled() -> Failure {
    let message = "test did not finish before its parent and was cancelled";
    failure(FailureKind::CancelledByParent, message.to_owned())
}

/// The failure of a test or hook that has taken too long.
pub(super) fn timed_out(limit: Duration) -> Failure {
    failure(FailureKind::Timeout, format!("test timed out after {}ms", milliseconds(limit)))
}
