//! How a test or suite runs: its function, its subtests, its timeout.

use std::rc::Rc;
use std::time::Duration;

use futures_util::future::{Either, FutureExt, LocalBoxFuture, select};
use posttask::internal::event_loop::milliseconds;

use super::endings::{cancelled, failure, timed_out};
use super::host::{Call, Host, Outcome};
use super::report::{Directive, Failure, FailureKind, Kind};
use super::runner::Runner;
use super::tree::{Declaration, HookKind, NodeId};

impl<H: Host> Runner<H> {
    pub(super) fn is_skipped(&self, node: NodeId) -> bool {
        let tree = self.tree.borrow();
        let Declaration { kind, function, options, .. } = &tree.get(node).declaration;
        // Only node:test calls the hooks of a test to do that has no function.
        let is_empty =
            *kind == Kind::Test && function.is_none() && matches!(options.directive, Some(Directive::Todo(_)));
        let is_skipped = |id| matches!(tree.get(id).declaration.options.directive, Some(Directive::Skip(_)));
        is_empty && self.host.collects_first() || tree.path(node).any(is_skipped)
    }

    /// Marks a test as skipped, or the tests of a suite.
    pub(super) async fn skip(self: Rc<Self>, node: NodeId) {
        let kind = {
            let mut tree = self.tree.borrow_mut();
            let declaration = &mut tree.get_mut(node).declaration;
            declaration.options.directive.get_or_insert(Directive::Skip(None));
            declaration.kind
        };
        if kind == Kind::Suite {
            self.run_children(node).await;
        }
    }

    pub(super) async fn run_test(self: Rc<Self>, test: NodeId) -> Outcome {
        if let Some(aborted) = self.host.aborted(test).now_or_never() {
            return Err(Box::new(aborted));
        }
        let (repeats, fails) = {
            let tree = self.tree.borrow();
            let options = &tree.get(test).declaration.options;
            (options.repeats, options.fails)
        };
        let mut outcome = Ok(());
        for _ in 0..=repeats {
            outcome = Rc::clone(&self).run_until_it_passes(test).await;
            if outcome.is_err() {
                break;
            }
        }
        if fails { self.must_have_failed(test, &outcome) } else { outcome }
    }

    /// Runs a test, and again if it fails, but no more often than its options say, which it may change itself.
    async fn run_until_it_passes(self: Rc<Self>, test: NodeId) -> Outcome {
        let mut attempts = 1;
        loop {
            let outcome = Rc::clone(&self).attempt(test).await;
            let (has_passed, retries) = {
                let tree = self.tree.borrow();
                let it = tree.get(test);
                (outcome.is_ok() && it.failures.is_empty(), it.declaration.options.retries)
            };
            if has_passed || attempts > retries {
                return outcome;
            }
            attempts += 1;
            self.tree.borrow_mut().get_mut(test).forget_attempt();
        }
    }

    /// Turns the failure of a test that must fail into a success.
    fn must_have_failed(&self, test: NodeId, outcome: &Outcome) -> Outcome {
        let failures = std::mem::take(&mut self.tree.borrow_mut().get_mut(test).failures);
        if outcome.is_err() || !failures.is_empty() {
            return Ok(());
        }
        Err(Box::new(failure(FailureKind::TestCode, "the test should have failed, but it passed".to_owned())))
    }

    async fn attempt(self: Rc<Self>, test: NodeId) -> Outcome {
        self.tree.borrow_mut().get_mut(test).start_attempt();
        let ran = Rc::clone(&self).run_with_hooks(test).await;
        self.tree.borrow_mut().get_mut(test).has_passed = ran.is_ok();
        if ran.is_err() {
            self.cancel_children(test, &cancelled());
        }
        let after_each = self.hooks_around(test, HookKind::AfterEach).await;
        let after = self.hooks(test, HookKind::After, test).await;
        ran.and(after_each).and(after)
    }

    async fn run_with_hooks(self: Rc<Self>, test: NodeId) -> Outcome {
        self.before_hooks(test).await?;
        self.hooks_around(test, HookKind::BeforeEach).await?;
        let limit = self.tree.borrow().inherited(test, |options| options.timeout);
        let body = Rc::clone(&self).run_body(test);
        self.limited(test, limit, body.boxed_local()).await?;
        self.wait_for_plan(test).await?;
        self.check_plan(test)
    }

    /// Waits until the assertions of the plan have been made, if the plan says so.
    async fn wait_for_plan(&self, test: NodeId) -> Outcome {
        let wait = self.tree.borrow().get(test).declaration.options.plan_wait;
        let Some(wait) = wait else { return Ok(()) };
        let mut timeout = match wait {
            Duration::MAX => std::future::pending().boxed_local(),
            wait => self.host.sleep_until(self.host.now().after(wait)),
        };
        self.tree.borrow_mut().waiting_for_plans.push(test);
        let mut outcome = Ok(());
        while self.tree.borrow().waiting_for_plans.contains(&test) && self.check_plan(test).is_err() {
            match select(timeout, self.changed(test)).await {
                Either::Left(((), _)) => {
                    outcome = Err(Box::new(self.plan_timed_out(test, wait)));
                    break;
                }
                Either::Right((_, rest)) => timeout = rest,
            }
        }
        self.tree.borrow_mut().waiting_for_plans.retain(|waiting| *waiting != test);
        outcome
    }

    fn plan_timed_out(&self, test: NodeId, wait: Duration) -> Failure {
        let tree = self.tree.borrow();
        let node = tree.get(test);
        let (wait, planned) = (milliseconds(wait), node.declaration.options.plan.unwrap_or_default());
        let counted = node.counted;
        let message = format!("plan timed out after {wait}ms with {counted} assertions when expecting {planned}");
        failure(FailureKind::Timeout, message)
    }

    /// Runs the function of a test and its subtests, which may outlast it.
    async fn run_body(self: Rc<Self>, test: NodeId) -> Outcome {
        let function = self.tree.borrow().get(test).declaration.function;
        let subtests = Rc::clone(&self).run_children(test);
        let body = async {
            let result = match function {
                Some(function) => self.host.call(Call { function, node: test }).await,
                None => Ok(()),
            };
            self.end_body(test);
            result
        };
        match select(body.boxed_local(), subtests).await {
            Either::Left((result, subtests)) => {
                result?;
                subtests.await;
                // Those of a test without subtests have not run.
                self.run_before_hooks_of(test).await
            }
            // Subtests only end after the body.
            Either::Right(((), body)) => body.await,
        }
    }

    pub(super) async fn run_suite(self: Rc<Self>, suite: NodeId) -> Outcome {
        let ran = Rc::clone(&self).run_tests_of_suite(suite).await;
        if ran.is_err() {
            self.cancel_children(suite, &cancelled());
        }
        let after = self.hooks(suite, HookKind::After, suite).await;
        ran.and(after)
    }

    async fn run_tests_of_suite(self: Rc<Self>, suite: NodeId) -> Outcome {
        // The function of a suite is called when it is declared. It may be asynchronous.
        while !self.tree.borrow().get(suite).body_has_ended {
            let _ = self.changed(suite).await;
        }
        let failed = self.tree.borrow().get(suite).failures.first().cloned();
        if let Some(failure) = failed {
            self.tree.borrow_mut().get_mut(suite).failures.clear();
            return Err(Box::new(failure));
        }
        self.before_hooks(suite).await?;
        self.run_before_hooks_of(suite).await?;
        let limit = self.tree.borrow().get(suite).declaration.options.timeout;
        let children = Rc::clone(&self).run_children(suite);
        self.limited(suite, limit, children.map(Ok).boxed_local()).await
    }

    /// Waits for a test or suite, but no longer than its timeout, and only until its signal is aborted.
    async fn limited(&self, node: NodeId, limit: Option<Duration>, work: LocalBoxFuture<'static, Outcome>) -> Outcome {
        let timeout = self.limit(node, limit).boxed_local();
        // What is over at the same time as the limit has taken too long: a timer of the test is set after that limit.
        match select(select(timeout, self.host.aborted(node)), work).await {
            Either::Right((outcome, _)) => outcome,
            Either::Left((Either::Left((limit, _)), _)) => Err(Box::new(self.timed_out(limit))),
            Either::Left((Either::Right((aborted, _)), _)) => Err(Box::new(aborted)),
        }
    }

    /// The failure of a test that has taken too long.
    fn timed_out(&self, limit: Duration) -> Failure {
        let mut failure = timed_out(limit);
        if self.host.is_time_faked() {
            failure.message += "; with fake timers, time passes only when the test advances it, for example with \
                                advanceTimersByTimeAsync";
        }
        failure
    }

    /// Waits until the function or hook of a node, which is about to be called, has taken longer than this, or than the
    /// limit that it sets meanwhile. Returns the limit. Time that tests move with fake timers does not count.
    pub(super) async fn limit(&self, node: NodeId, limit: Option<Duration>) -> Duration {
        let (start, moved_before) = (self.host.now(), self.host.moved_time());
        self.tree.borrow_mut().get_mut(node).own_limit = None;
        loop {
            let changed = self.changed(node);
            let limit = self.tree.borrow().get(node).own_limit.or(limit).filter(|limit| *limit < Duration::MAX);
            let Some(limit) = limit else {
                // The sender is not dropped while the node runs.
                let _ = changed.await;
                continue;
            };
            let end = start.after(limit).after(self.host.moved_time().saturating_sub(moved_before));
            if self.host.now() >= end {
                return limit;
            }
            select(self.host.sleep_until(end), changed).await;
        }
    }

    fn check_plan(&self, test: NodeId) -> Outcome {
        let tree = self.tree.borrow();
        let node = tree.get(test);
        match node.declaration.options.plan {
            Some(planned) if planned != node.counted => {
                let message = format!("plan expected {planned} assertions but received {}", node.counted);
                Err(Box::new(failure(FailureKind::TestCode, message)))
            }
            _ => Ok(()),
        }
    }
}
