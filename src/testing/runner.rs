//! What runs when: hooks, tests, subtests, suites, and when a test has failed. No engine: functions of the program are
//! called through a [`Host`].
//!
//! The order is that of Node's test runner: `before` hooks of an ancestor run before its first child, `beforeEach`
//! hooks from the outermost ancestor inwards, `afterEach` hooks from the innermost one outwards, then the `after` hooks
//! of the test itself.

use std::cell::{Cell, Ref, RefCell, RefMut};
use std::pin::Pin;
use std::rc::Rc;
use std::task::Poll;
use std::time::Duration;

use futures_channel::oneshot;
use futures_util::future::{Either, FutureExt, LocalBoxFuture, select};
use futures_util::stream::{FuturesUnordered, StreamExt};

use super::report::{Directive, Durations, Ending, Failure, FailureKind, Kind};
use super::tree::{Declaration, FunctionId, Hook, HookKind, Leftovers, NodeId, Phase, Tree};
use crate::event_loop::{Timestamp, milliseconds};

/// The result of a hook or of the function of a test.
pub(super) type Outcome = Result<(), Box<Failure>>;

/// A function to call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call {
    pub(super) function: FunctionId,
    /// The test whose context is the argument, and to which the call belongs.
    pub(super) node: NodeId,
}

/// What the runner needs.
pub(super) trait Host: 'static {
    /// Calls a function, and waits for the promise that it returns.
    fn call(&self, call: Call) -> LocalBoxFuture<'static, Outcome>;

    /// The time that tests see.
    fn now(&self) -> Timestamp;

    /// The time that has really passed since the start.
    fn real_time(&self) -> Duration;

    /// Waits until the time has come.
    fn sleep_until(&self, time: Timestamp) -> LocalBoxFuture<'static, ()>;

    /// Waits until the signal that a test was given is aborted.
    fn aborted(&self, node: NodeId) -> LocalBoxFuture<'static, Failure>;

    /// Waits until everything that belongs to a test and can only fail it has been reported.
    fn reported(&self, node: NodeId) -> LocalBoxFuture<'static, ()>;

    /// What a test or suite has left: timers, tasks and ports.
    fn leftovers(&self, node: NodeId) -> Option<Failure>;

    /// What tests do with leftovers, if they do not say that themselves.
    fn default_leftovers(&self) -> Leftovers;

    /// Whether a test is to run. Asked once, after the file or the suite has declared it.
    fn selects(&self, tree: &Tree, node: NodeId) -> bool;

    /// Picks which of several children starts next.
    fn pick(&self, count: usize) -> usize;

    /// Whether no more tests are to start.
    fn is_stopped(&self) -> bool;

    /// A test or suite starts.
    fn starts(&self, tree: &Tree, node: NodeId);

    /// A test or suite has ended. Its signal is to be aborted, and the promise of its declaration resolved.
    fn ended(&self, tree: &Tree, node: NodeId);
}

type Flow = Pin<Box<dyn Future<Output = ()>>>;

/// Runs the tests of a file.
pub(super) struct Runner<H> {
    tree: RefCell<Tree>,
    host: H,
    /// The flow of the root, which contains all others. `None` while it is polled, and at the end.
    root: RefCell<Option<Flow>>,
    /// Woken when a node has new children, or declares no more.
    waiting: RefCell<Vec<(NodeId, oneshot::Sender<()>)>>,
    has_ended: Cell<bool>,
}

impl<H: Host> Runner<H> {
    pub(super) fn new(host: H) -> Rc<Self> {
        let runner = Rc::new(Self {
            tree: RefCell::new(Tree::new()),
            host,
            root: RefCell::default(),
            waiting: RefCell::default(),
            has_ended: Cell::default(),
        });
        let flow = Rc::clone(&runner).run_root();
        *runner.root.borrow_mut() = Some(Box::pin(flow));
        runner
    }

    pub(super) fn host(&self) -> &H {
        &self.host
    }

    pub(super) fn tree(&self) -> Ref<'_, Tree> {
        self.tree.borrow()
    }

    pub(super) fn tree_mut(&self) -> RefMut<'_, Tree> {
        self.tree.borrow_mut()
    }

    pub(super) fn has_ended(&self) -> bool {
        self.has_ended.get()
    }

    /// Goes on as far as possible. To be called after calls have ended or time has passed.
    pub(super) fn poll(&self) {
        let Some(mut flow) = self.root.take() else { return };
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        match flow.as_mut().poll(&mut context) {
            Poll::Pending => *self.root.borrow_mut() = Some(flow),
            Poll::Ready(()) => self.has_ended.set(true),
        }
    }

    /// Drops everything that is in progress. Unfinished tests count as cancelled.
    pub(super) fn cancel(&self, failure: &Failure) {
        drop(self.root.take());
        self.waiting.take();
        self.cancel_children(NodeId::ROOT, failure);
        self.has_ended.set(true);
    }

    /// Declares a test, which may start at once.
    pub(super) fn declare(&self, parent: NodeId, declaration: Declaration) -> NodeId {
        let node = self.tree.borrow_mut().add(parent, declaration);
        self.wake(parent);
        node
    }

    /// The function of a node, or the loading of the file, has ended.
    pub(super) fn end_body(&self, node: NodeId) {
        self.tree.borrow_mut().get_mut(node).body_has_ended = true;
        self.wake(node);
    }

    /// Adds a failure to a test that has not ended. Otherwise, returns it.
    pub(super) fn fail(&self, node: NodeId, failure: Failure) -> Option<Failure> {
        let mut tree = self.tree.borrow_mut();
        let node = tree.get_mut(node);
        if node.has_ended() {
            return Some(failure);
        }
        node.failures.push(failure);
        None
    }

    fn wake(&self, node: NodeId) {
        let mut waiting = self.waiting.borrow_mut();
        while let Some(index) = waiting.iter().position(|(waiter, _)| *waiter == node) {
            // Nobody waits any more if the receiver has been dropped.
            let _ = waiting.swap_remove(index).1.send(());
        }
    }

    fn changed(&self, node: NodeId) -> oneshot::Receiver<()> {
        let (sender, receiver) = oneshot::channel();
        self.waiting.borrow_mut().push((node, sender));
        receiver
    }

    async fn run_root(self: Rc<Self>) {
        Rc::clone(&self).run_children(NodeId::ROOT).await;
        if let Err(failure) = self.hooks(NodeId::ROOT, HookKind::After, NodeId::ROOT).await {
            self.tree.borrow_mut().get_mut(NodeId::ROOT).failures.push(*failure);
        }
        self.host.reported(NodeId::ROOT).await;
    }

    /// Runs the children of a node, in order or several at the same time, until it declares no more.
    fn run_children(self: Rc<Self>, parent: NodeId) -> LocalBoxFuture<'static, ()> {
        async move {
            let mut running = FuturesUnordered::new();
            loop {
                while self.has_room(parent, running.len())
                    && let Some(child) = self.next_child(parent)
                {
                    running.push(Rc::clone(&self).run(child));
                }
                let changed = self.changed(parent);
                if running.is_empty() {
                    if self.close(parent) {
                        return;
                    }
                    // The sender is not dropped while the node runs.
                    let _ = changed.await;
                } else {
                    select(running.next(), changed).await;
                }
            }
        }
        .boxed_local()
    }

    /// Lets a node have no more children, if it declares no more. Returns whether it does not.
    fn close(&self, parent: NodeId) -> bool {
        let mut tree = self.tree.borrow_mut();
        let node = tree.get_mut(parent);
        node.is_closed = node.body_has_ended;
        node.is_closed
    }

    fn has_room(&self, parent: NodeId, running: usize) -> bool {
        running < self.tree.borrow().get(parent).declaration.options.concurrency.max(1)
    }

    /// Takes the next child that is selected. The children of suites and of the root are selected once all of them are
    /// known, if their function is synchronous.
    fn next_child(&self, parent: NodeId) -> Option<NodeId> {
        loop {
            let waiting = self.tree.borrow().get(parent).waiting.len();
            if waiting == 0 || self.host.is_stopped() {
                return None;
            }
            let index = self.host.pick(waiting);
            let child = self.tree.borrow_mut().get_mut(parent).waiting.remove(index)?;
            let is_selected = self.host.selects(&self.tree.borrow(), child);
            let phase = if is_selected { Phase::Running } else { Phase::LeftOut };
            self.tree.borrow_mut().get_mut(child).phase = phase;
            if is_selected {
                return Some(child);
            }
        }
    }

    fn run(self: Rc<Self>, node: NodeId) -> LocalBoxFuture<'static, ()> {
        let kind = self.tree.borrow().get(node).declaration.kind;
        async move {
            let started = (self.host.now(), self.host.real_time());
            self.tree.borrow_mut().get_mut(node).started = Some(started);
            self.host.starts(&self.tree.borrow(), node);
            let is_skipped = self.is_skipped(node);
            let outcome = match kind {
                _ if is_skipped => Ok(()),
                Kind::Test => Rc::clone(&self).run_test(node).await,
                Kind::Suite => Rc::clone(&self).run_suite(node).await,
            };
            if !is_skipped {
                self.host.reported(node).await;
            }
            self.end(node, outcome);
        }
        .boxed_local()
    }

    fn is_skipped(&self, node: NodeId) -> bool {
        let tree = self.tree.borrow();
        tree.path(node).any(|id| matches!(tree.get(id).declaration.options.directive, Some(Directive::Skip(_))))
    }

    async fn run_test(self: Rc<Self>, test: NodeId) -> Outcome {
        if let Some(aborted) = self.host.aborted(test).now_or_never() {
            return Err(Box::new(aborted));
        }
        let ran = Rc::clone(&self).run_with_hooks(test).await;
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
        self.check_plan(test)
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
                Ok(())
            }
            // Subtests only end after the body.
            Either::Right(((), body)) => body.await,
        }
    }

    async fn run_suite(self: Rc<Self>, suite: NodeId) -> Outcome {
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
        let timeout = match limit {
            Some(limit) => self.host.sleep_until(self.host.now().after(limit)),
            None => std::future::pending().boxed_local(),
        };
        // What is over at the same time as the limit has taken too long: a timer of the test is set after that limit.
        match select(select(timeout, self.host.aborted(node)), work).await {
            Either::Right((outcome, _)) => outcome,
            Either::Left((Either::Left(_), _)) => Err(Box::new(timed_out(limit.unwrap_or_default()))),
            Either::Left((Either::Right((aborted, _)), _)) => Err(Box::new(aborted)),
        }
    }

    /// Runs the `before` hooks of all ancestors that have not run yet. If one has failed, each child fails.
    async fn before_hooks(&self, node: NodeId) -> Outcome {
        let mut ancestors: Vec<NodeId> = {
            let tree = self.tree.borrow();
            std::iter::successors(tree.get(node).parent, |id| tree.get(*id).parent).collect()
        };
        ancestors.reverse();
        for ancestor in ancestors {
            self.run_before_hooks_of(ancestor).await?;
        }
        Ok(())
    }

    /// Runs the `before` hooks of a node that have not run yet.
    pub(super) async fn run_before_hooks_of(&self, node: NodeId) -> Outcome {
        loop {
            let next = {
                let tree = self.tree.borrow();
                let node = tree.get(node);
                if let Some(failed) = node.ran_before.iter().find(|result| result.is_err()) {
                    return failed.clone();
                }
                node.hooks_of(HookKind::Before).get(node.ran_before.len()).copied()
            };
            let Some(hook) = next else { return Ok(()) };
            // Children that run at the same time do not wait for the hook, but they do not run it again.
            let index = {
                let mut tree = self.tree.borrow_mut();
                let ran = &mut tree.get_mut(node).ran_before;
                ran.push(Ok(()));
                ran.len() - 1
            };
            let result = self.hook(hook, node).await;
            self.tree.borrow_mut().get_mut(node).ran_before[index] = result;
        }
    }

    async fn hooks_around(&self, test: NodeId, kind: HookKind) -> Outcome {
        let hooks = self.tree.borrow().hooks_around(test, kind);
        self.run_hooks(hooks, test).await
    }

    /// Runs the hooks that a node has. `test` is the one that they get.
    async fn hooks(&self, node: NodeId, kind: HookKind, test: NodeId) -> Outcome {
        let hooks = self.tree.borrow().get(node).hooks_of(kind);
        self.run_hooks(hooks, test).await
    }

    /// Runs hooks in order. Hooks after a test run even if others fail; the first failure counts.
    async fn run_hooks(&self, hooks: Vec<Hook>, test: NodeId) -> Outcome {
        let mut outcome = Ok(());
        for hook in hooks {
            let result = self.hook(hook, test).await;
            if outcome.is_ok() {
                outcome = result;
            }
            if outcome.is_err() && matches!(hook.kind, HookKind::Before | HookKind::BeforeEach) {
                break;
            }
        }
        outcome
    }

    async fn hook(&self, hook: Hook, node: NodeId) -> Outcome {
        let called = self.host.call(Call { function: hook.function, node });
        let result = match hook.timeout {
            None => called.await,
            Some(limit) => match select(called, self.host.sleep_until(self.host.now().after(limit))).await {
                Either::Left((result, _)) => result,
                Either::Right(_) => Err(Box::new(timed_out(limit))),
            },
        };
        result.map_err(|failure| Box::new(Failure { kind: FailureKind::Hook, ..*failure }))
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

    /// Records how a test or suite ended.
    fn end(&self, node: NodeId, outcome: Outcome) {
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
                (Some(left), Leftovers::Fail) if it.failures.is_empty() => it.failures.push(left),
                (Some(left), Leftovers::Warn) => it.diagnostics.push(left.message),
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
    fn cancel_children(&self, parent: NodeId, failure: &Failure) {
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
    let message = "the test did not finish before its parent, and was cancelled";
    failure(FailureKind::CancelledByParent, message.to_owned())
}

fn timed_out(limit: Duration) -> Failure {
    failure(FailureKind::Timeout, format!("the test timed out after {} ms", milliseconds(limit)))
}
