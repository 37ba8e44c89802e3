//! What a program and a network tell each other about a response, from any thread: whether it is still wanted, and how
//! much of its body has not been read.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{self, Poll, Waker};

/// How many bytes of a body may have been sent and not read before its network should wait.
pub(super) const BUFFER: usize = 256 * 1024;

type Steps = Box<dyn FnOnce() + Send>;

/// The flow of a response. Copies share it.
#[derive(Clone, Default)]
pub(super) struct Flow(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    /// Notified when the network need not wait any more.
    changed: Condvar,
}

#[derive(Default)]
struct State {
    is_canceled: bool,
    /// What the network does when the response is canceled.
    steps: Option<Steps>,
    /// How many bytes have been sent and not read.
    unread: usize,
    /// Who waits until the network need not wait any more, without blocking a thread.
    waker: Option<Waker>,
}

impl State {
    /// Whether the network should wait.
    fn is_full(&self) -> bool {
        !self.is_canceled && self.unread >= BUFFER
    }
}

impl Flow {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether both are the flow of the same response.
    pub(super) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Whether nothing waits for the response any more.
    pub(super) fn is_canceled(&self) -> bool {
        self.state().is_canceled
    }

    /// Nothing waits for the response any more: runs the steps, if there are any.
    pub(super) fn cancel(&self) {
        let (steps, waker) = {
            let mut state = self.state();
            state.is_canceled = true;
            (state.steps.take(), state.waker.take())
        };
        self.0.changed.notify_all();
        waker.into_iter().for_each(Waker::wake);
        if let Some(steps) = steps {
            steps();
        }
    }

    /// Sets the steps, which replace earlier ones. They run at once if the response is canceled.
    pub(super) fn on_cancel(&self, steps: Steps) {
        let (earlier, now) = {
            let mut state = self.state();
            if state.is_canceled { (None, Some(steps)) } else { (state.steps.replace(steps), None) }
        };
        drop(earlier);
        if let Some(steps) = now {
            steps();
        }
    }

    /// Drops the steps.
    pub(super) fn forget(&self) {
        let steps = self.state().steps.take();
        drop(steps);
    }

    /// Bytes have been sent.
    pub(super) fn sent(&self, bytes: usize) {
        self.state().unread += bytes;
    }

    /// Bytes have been read.
    pub(super) fn read(&self, bytes: usize) {
        let mut state = self.state();
        state.unread = state.unread.saturating_sub(bytes);
        let waker = if state.is_full() { None } else { state.waker.take() };
        drop(state);
        self.0.changed.notify_all();
        waker.into_iter().for_each(Waker::wake);
    }

    /// Whether the network should wait.
    pub(super) fn is_full(&self) -> bool {
        self.state().is_full()
    }

    /// Blocks the thread until the network need not wait.
    pub(super) fn wait(&self) {
        let waited = self.0.changed.wait_while(self.state(), |state| state.is_full());
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }

    /// Whether the network need not wait. If it must, the task is woken later.
    pub(super) fn poll_ready(&self, cx: &mut task::Context<'_>) -> Poll<()> {
        let mut state = self.state();
        if !state.is_full() {
            return Poll::Ready(());
        }
        let earlier = state.waker.replace(cx.waker().clone());
        drop((state, earlier));
        Poll::Pending
    }
}
