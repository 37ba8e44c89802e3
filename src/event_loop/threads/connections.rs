//! What connects an event loop with other threads.

use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::task::Waker;

use slab::Slab;

use super::future_waker::{FutureWaker, Futures};
use super::loop_waker::LoopWaker;
use super::remote::{KeepAlive, Remote};
use crate::event_loop::work::{Work, WorkId};

/// What connects an event loop with other threads. Its futures are of type `F`.
pub(crate) struct Connections<F> {
    waker: Arc<LoopWaker>,
    remote: Remote,
    futures: Futures<F>,
    /// Values that other threads refer to.
    parcels: RefCell<Slab<Box<dyn Any>>>,
    /// Work that another thread makes ready.
    elsewhere: RefCell<BTreeMap<WorkId, (Work, KeepAlive)>>,
}

impl<F: Clone> Connections<F> {
    /// Creates the connections of a loop whose thread `unparker` wakes. `host` is called as well, if it is given.
    pub(crate) fn new(unparker: Waker, host: Option<Waker>) -> Self {
        let waker = LoopWaker::new(unparker, host);
        Self {
            remote: Remote::new(Arc::clone(&waker).into()),
            waker,
            futures: Futures::default(),
            parcels: RefCell::default(),
            elsewhere: RefCell::default(),
        }
    }

    /// What happens when the loop is woken.
    pub(crate) fn waker(&self) -> &Arc<LoopWaker> {
        &self.waker
    }

    /// The handle of other threads.
    pub(crate) fn remote(&self) -> &Remote {
        &self.remote
    }

    /// Adds a future. Returns its number and its waker.
    pub(crate) fn add_future(&self, future: F) -> (usize, Arc<FutureWaker>) {
        self.futures.add(future, self.remote.clone())
    }

    /// The futures that the loop polls.
    pub(crate) fn futures(&self) -> &Futures<F> {
        &self.futures
    }

    /// Keeps a value for another thread. Returns its key.
    pub(crate) fn add_parcel(&self, value: impl Any) -> usize {
        self.parcels.borrow_mut().insert(Box::new(value))
    }

    /// The value with a key.
    pub(crate) fn parcel<T: Clone + 'static>(&self, key: usize) -> Option<T> {
        self.parcels.borrow().get(key)?.downcast_ref().cloned()
    }

    /// Drops the value with a key.
    pub(crate) fn drop_parcel(&self, key: usize) {
        let removed = self.parcels.borrow_mut().try_remove(key);
        drop(removed);
    }

    /// Keeps the program alive until another thread has made this work ready. Ends with [`Self::is_back`].
    pub(crate) fn waits_elsewhere(&self, work: Work) {
        self.elsewhere.borrow_mut().insert(work.id, (work, self.remote.hold(None)));
    }

    /// The work does not wait for another thread any more.
    pub(crate) fn is_back(&self, work: WorkId) {
        let removed = self.elsewhere.borrow_mut().remove(&work);
        // This calls the waker of the host.
        drop(removed);
    }

    /// The work that other threads make ready, oldest first.
    pub(crate) fn elsewhere(&self) -> Vec<Work> {
        self.elsewhere.borrow().values().map(|(work, _)| *work).collect()
    }

    /// Drops the values of other threads, and what waits for them. Nothing is borrowed while they are dropped.
    pub(crate) fn clear(&self) {
        drop((self.elsewhere.take(), self.parcels.take()));
    }
}
