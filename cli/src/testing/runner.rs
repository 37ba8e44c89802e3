//! What runs when. No engine: functions of the program are called through a [`Host`].
//!
//! `running.rs` runs a test or suite, `hooks.rs` the hooks around it, and `endings.rs` says how it ended.
//!
//! The order is that of Node's test runner: `before` hooks of an ancestor run before its first child, `beforeEach`
//! hooks from the outermost ancestor inwards, `afterEach` hooks from the innermost one outwards, then the `after` hooks
//! of the test itself.

use std::cell::{Cell, Ref, RefCell, RefMut};
use std::collections::HashMap;
use std::pin::Pin;
use std::rc::Rc;
use std::task::Poll;

use futures_channel::oneshot;
use futures_util::future::{FutureExt, LocalBoxFuture, select};
use futures_util::stream::{FuturesUnordered, StreamExt};

use super::host::Host;
use super::report::{Failure, Kind};
use super::tree::{Declaration, HookKind, NodeId, Phase, Tree};

/// How many tests of other runners run at the same time: the default of `maxConcurrency` of Vitest and Jest.
const MOST_CONCURRENT: usize = 5;

type Flow = Pin<Box<dyn Future<Output = ()>>>;

/// Runs the tests of a file.
pub(super) struct Runner<H> {
    pub(super) tree: RefCell<Tree>,
    pub(super) host: H,
    /// The flow of the root, which contains all others. `None` while it is polled, and at the end.
    root: RefCell<Option<Flow>>,
    /// Woken when a node has new children, or declares no more.
    waiting: RefCell<HashMap<NodeId, Vec<oneshot::Sender<()>>>>,
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
        {
            let mut tree = self.tree.borrow_mut();
            tree.get_mut(node).body_has_ended = true;
            if self.host.collects_first() && tree.get(NodeId::ROOT).body_has_ended {
                tree.skip_what_only_leaves_out();
            }
        }
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

    /// Counts an assertion of a test, which its plan may wait for.
    pub(super) fn count_assertion(&self, test: NodeId) {
        self.tree.borrow_mut().get_mut(test).counted += 1;
        self.wake(test);
    }

    /// Ends the tests that wait for the assertions of their plans. Returns whether there were any.
    pub(super) fn end_plans(&self) -> bool {
        let waiting = std::mem::take(&mut self.tree.borrow_mut().waiting_for_plans);
        for &test in &waiting {
            self.wake(test);
        }
        !waiting.is_empty()
    }

    /// Wakes what waits for a change of a node.
    pub(super) fn wake(&self, node: NodeId) {
        for waiter in self.waiting.borrow_mut().remove(&node).into_iter().flatten() {
            // Nobody waits any more if the receiver has been dropped.
            let _ = waiter.send(());
        }
    }

    pub(super) fn changed(&self, node: NodeId) -> oneshot::Receiver<()> {
        let (sender, receiver) = oneshot::channel();
        let mut waiting = self.waiting.borrow_mut();
        let waiters = waiting.entry(node).or_default();
        // A test with many children waits once for each: those that no longer wait must not add up.
        waiters.retain(|waiter| !waiter.is_canceled());
        waiters.push(sender);
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
    pub(super) fn run_children(self: Rc<Self>, parent: NodeId) -> LocalBoxFuture<'static, ()> {
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
        let tree = self.tree.borrow();
        if self.host.collects_first() {
            return running == 0 || running < MOST_CONCURRENT && tree.next_is_concurrent(parent);
        }
        running < tree.inherited(parent, |options| options.concurrency).unwrap_or(1)
    }

    /// Takes the next child that is selected. The children of suites and of the root are selected once all of them are
    /// known, if their function is synchronous.
    fn next_child(&self, parent: NodeId) -> Option<NodeId> {
        loop {
            let (waiting, is_declaring) = {
                let tree = self.tree.borrow();
                (tree.get(parent).waiting.len(), !tree.get(NodeId::ROOT).body_has_ended)
            };
            if waiting == 0 || self.host.is_stopped() || is_declaring && self.host.collects_first() {
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
                _ if is_skipped => Rc::clone(&self).skip(node).map(Ok).await,
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
}
