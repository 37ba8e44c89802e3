//! Values of the event loop's thread that other threads can refer to, but not touch.

use std::marker::PhantomData;

use boa_engine::Context;

use crate::event_loop::event_loop::EventLoop;
use crate::event_loop::observing::Event;
use crate::event_loop::threads::{Closed, Delivery, Remote};
use crate::event_loop::work::{TaskSource, Work, WorkKind};

/// A reference to a value that stays on the thread of its event loop. The value is dropped, on that thread, when the
/// reference or the loop is.
pub(crate) struct Parcel<T> {
    remote: Remote,
    key: usize,
    value: PhantomData<fn() -> T>,
}

impl EventLoop {
    /// Keeps a value for another thread.
    pub(crate) fn parcel<T: 'static>(&self, value: T) -> Parcel<T> {
        let key = self.connections.add_parcel(value);
        Parcel { remote: self.remote(), key, value: PhantomData }
    }

    /// Queues a task for something that another thread has delivered.
    pub(in crate::event_loop) fn queue_a_delivered_task(
        &self,
        work: Work,
        task: impl FnOnce(&Self, &mut Context) + 'static,
    ) {
        self.notify(|| Event::Delivered { work: work.id });
        self.queue_work(TaskSource::Remote, work, task);
    }
}

impl Remote {
    /// Takes steps on the thread of the loop before it chooses its next task. They run no JavaScript.
    pub(crate) fn take_steps(
        &self,
        steps: impl FnOnce(&EventLoop, &mut Context) + Send + 'static,
    ) -> Result<(), Closed> {
        self.deliver(Delivery::Steps(Box::new(move |context| {
            if let Some(event_loop) = EventLoop::of(context) {
                steps(&event_loop, context);
            }
        })))
    }
}

impl<T: Clone + 'static> Parcel<T> {
    /// The value, on the thread of its loop. `None` if this is another loop.
    pub(crate) fn value_in(&self, event_loop: &EventLoop) -> Option<T> {
        let is_the_same = self.remote.is_of_the_same_loop(event_loop.connections.remote());
        if is_the_same { event_loop.connections.parcel(self.key) } else { None }
    }

    /// Queues a task that uses the value, from any thread.
    ///
    /// # Errors
    ///
    /// [`Closed`] if the loop no longer exists.
    pub(crate) fn queue_a_task(
        &self,
        task: impl FnOnce(T, &EventLoop, &mut Context) + Send + 'static,
    ) -> Result<(), Closed> {
        self.queue_work(|_, event_loop, context| event_loop.new_host_work(WorkKind::Remote, context), task)
    }

    /// Like [`Self::queue_a_task`]. The task is the work that the first function returns.
    pub(crate) fn queue_work(
        &self,
        work: impl FnOnce(&T, &EventLoop, &mut Context) -> Work + Send + 'static,
        task: impl FnOnce(T, &EventLoop, &mut Context) + Send + 'static,
    ) -> Result<(), Closed> {
        let key = self.key;
        self.remote.take_steps(move |event_loop, context| {
            // The reference may be dropped before the task runs, so the value is taken from the list now.
            if let Some(value) = event_loop.connections.parcel::<T>(key) {
                let work = work(&value, event_loop, context);
                event_loop.queue_a_delivered_task(work, move |event_loop, context| task(value, event_loop, context));
            }
        })
    }
}

impl<T> Drop for Parcel<T> {
    fn drop(&mut self) {
        let key = self.key;
        // If the loop is gone, so is the value.
        let _ = self.remote.take_steps(move |event_loop, _| {
            event_loop.connections.drop_parcel(key);
        });
    }
}
