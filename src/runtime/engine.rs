//! The context, the pump that borrows it, and the stack that both run on.

use std::cell::RefCell;
use std::mem::ManuallyDrop;
use std::ptr::NonNull;
use std::rc::Rc;

use boa_engine::Context;

use super::stack::Stack;
use crate::event_loop::{Deadline, EventLoop, Pump};

/// A context with a pump for its event loop.
///
/// Boa's asynchronous jobs borrow the cell that holds the context for as long as they live, which may be many turns of
/// the loop. So the context and the cell have fixed addresses on the heap, and the pump, which owns the jobs, borrows
/// the cell.
pub(super) struct Engine {
    pump: ManuallyDrop<Pump<'static, 'static>>,
    /// Owned. The pump and its jobs borrow it, so it is freed after them.
    cell: NonNull<RefCell<&'static mut Context>>,
    /// Owned. The cell borrows it, so it is freed after the cell.
    context: NonNull<Context>,
    stack: Stack,
}

impl Engine {
    pub(super) fn new(context: Context, stack: Stack, event_loop: Rc<EventLoop>) -> Self {
        let context = NonNull::from(Box::leak(Box::new(context)));
        // SAFETY: the pointer comes from a leaked box that only `drop` frees. This is the only reference made from it,
        // and everything that holds a copy of it (the cell, the pump) is freed before the context.
        let borrowed: &'static mut Context = unsafe { &mut *context.as_ptr() };
        let cell = NonNull::from(Box::leak(Box::new(RefCell::new(borrowed))));
        // SAFETY: only `drop` frees the cell, after the pump, which is the only holder of this reference.
        let shared: &'static RefCell<&'static mut Context> = unsafe { cell.as_ref() };
        Self { pump: ManuallyDrop::new(Pump::new(event_loop, shared)), cell, context, stack }
    }

    /// Calls `steps` with the pump, on the stack for JavaScript.
    pub(super) fn run<R>(&mut self, steps: impl FnOnce(&mut Pump<'static, 'static>) -> R) -> R {
        let Self { pump, stack, .. } = self;
        stack.run(|| steps(pump))
    }

    /// Calls `steps` with the context, on the stack for JavaScript.
    pub(super) fn with_context<R>(&mut self, steps: impl FnOnce(&mut Context) -> R) -> R {
        self.run(|pump| steps(&mut pump.context()))
    }

    pub(super) fn next_deadline(&self) -> Deadline {
        self.pump.next_deadline()
    }

    pub(super) fn has_work(&self) -> bool {
        self.pump.has_work()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let Self { pump, cell, context, stack } = self;
        stack.run(|| {
            pump.event_loop().close();
            pump.clear();
            // SAFETY: the pump is not used again. It is dropped first, because its jobs borrow the cell; then the cell,
            // which borrows the context; then the context. Both boxes were leaked by `new` and are only freed here.
            unsafe {
                ManuallyDrop::drop(pump);
                drop(Box::from_raw(cell.as_ptr()));
                drop(Box::from_raw(context.as_ptr()));
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::future::pending;
    use std::rc::Rc;

    use boa_engine::job::{Job, NativeAsyncJob};
    use boa_engine::{Context, JsValue};

    use crate::Runtime;
    use crate::scheduling::TaskPriority;

    /// Shows that it was dropped.
    struct Dropped(Rc<Cell<bool>>);

    impl Drop for Dropped {
        fn drop(&mut self) {
            self.0.set(true);
        }
    }

    /// A job borrows the cell that holds the context, and is still there when the runtime is dropped. On the stack of
    /// the thread, because Miri cannot switch to another one.
    #[test]
    fn jobs_are_dropped_before_the_context_that_they_borrow() {
        let mut runtime = Runtime::builder().virtual_time().caller_stack(8 << 20).build().unwrap();
        let is_dropped = Rc::new(Cell::new(false));
        let dropped = Dropped(Rc::clone(&is_dropped));
        runtime.with_context(|context| {
            let job = NativeAsyncJob::new(async move |context: &std::cell::RefCell<&mut Context>| {
                let _dropped = dropped;
                context.borrow_mut().clear_kept_objects();
                pending::<()>().await;
                context.borrow_mut().clear_kept_objects();
                Ok(JsValue::undefined())
            });
            context.enqueue_job(Job::AsyncJob(job));
        });
        let task = runtime.post_task(TaskPriority::Background, |_| Ok(JsValue::from(1))).unwrap();
        runtime.run_until_idle();
        assert_eq!(task.result().and_then(Result::ok), Some(JsValue::from(1)));
        assert!(!is_dropped.get());
        drop(runtime);
        assert!(is_dropped.get());
    }
}
