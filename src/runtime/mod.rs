//! The runtime: what embedders and the command drive.

mod builder;
mod clock;
mod evaluation;
mod program;
mod realms;
mod stack;
#[cfg(test)]
mod tests;
mod top_level_awaits;

use std::cell::RefCell;
use std::mem::ManuallyDrop;
use std::ptr::NonNull;
use std::rc::Rc;

use boa_engine::Context;

use crate::event_loop::{EventLoop, Outcome, Pump, Timestamp, Turn};
use crate::host::ModuleLoader;
use crate::html::{ConsoleOutput, ErrorReporter};

pub use builder::Builder;
pub use evaluation::{Completeness, Declarations, completeness};
pub use program::{Done, Kind, MainStatus, Program};
pub use stack::{STACK_SIZE, on_a_large_stack};
pub use top_level_awaits::top_level_awaits;

/// A JavaScript engine with an event loop.
///
/// It can be driven in two ways. [`Self::run`] does everything and returns when nothing is left to do. Embedders with a
/// loop of their own call [`Self::turn`] or [`Self::run_until_idle`] when [`Self::next_deadline`] has come or a waker was
/// called.
///
/// ```
/// use posttask::Runtime;
///
/// let mut runtime = Runtime::builder().virtual_time().build()?;
/// runtime.eval(
///     "globalThis.order = [];
///      scheduler.postTask(() => order.push('later'), { priority: 'background' });
///      scheduler.postTask(() => order.push('now'), { priority: 'user-blocking' });",
/// )?;
/// runtime.run();
/// assert_eq!(runtime.eval("order.join()")?.as_string(), Some("now,later".into()));
/// # Ok::<(), posttask::Error>(())
/// ```
pub struct Runtime {
    pump: ManuallyDrop<Pump<'static, 'static>>,
    /// Owned. The pump and its jobs borrow it, so it is freed after them.
    cell: NonNull<RefCell<&'static mut Context>>,
    /// Owned. The cell borrows it, so it is freed after the cell.
    context: NonNull<Context>,
    event_loop: Rc<EventLoop>,
    modules: Rc<ModuleLoader>,
    errors: Rc<ErrorReporter>,
    output: Rc<dyn ConsoleOutput>,
}

impl Runtime {
    /// Starts to configure a runtime.
    #[must_use]
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// Ties the parts together. Boa's asynchronous jobs borrow the cell that holds the context for as long as they live,
    /// and must live from one turn to the next; so context and cell live on the heap at a fixed place.
    fn assemble(
        context: Context,
        event_loop: Rc<EventLoop>,
        modules: Rc<ModuleLoader>,
        errors: Rc<ErrorReporter>,
        output: Rc<dyn ConsoleOutput>,
    ) -> Self {
        let context = NonNull::from(Box::leak(Box::new(context)));
        // SAFETY: the pointer comes from a leaked box that only `drop` frees. This is the only reference made from it, and
        // everything that holds a copy of it (the cell, the pump) is freed before the context is.
        let borrowed: &'static mut Context = unsafe { &mut *context.as_ptr() };
        let cell = NonNull::from(Box::leak(Box::new(RefCell::new(borrowed))));
        // SAFETY: as above: only `drop` frees the cell, after the pump, which alone keeps this reference.
        let shared: &'static RefCell<&'static mut Context> = unsafe { cell.as_ref() };
        let pump = ManuallyDrop::new(Pump::new(Rc::clone(&event_loop), shared));
        Self { pump, cell, context, event_loop, modules, errors, output }
    }

    /// The event loop.
    #[must_use]
    pub fn event_loop(&self) -> &Rc<EventLoop> {
        &self.event_loop
    }

    /// Lends the context. Microtasks that `steps` queue run in the next turn.
    pub fn with_context<R>(&mut self, steps: impl FnOnce(&mut Context) -> R) -> R {
        steps(&mut self.pump.context())
    }

    /// Runs at most one task, with its microtasks. Never waits.
    pub fn turn(&mut self) -> Turn {
        self.pump.turn()
    }

    /// Runs all that is ready now. Never waits.
    pub fn run_until_idle(&mut self) {
        self.pump.run_until_idle();
    }

    /// Runs until nothing is left to do, sleeping in between.
    pub fn run(&mut self) -> Outcome {
        self.pump.run(None)
    }

    /// As [`Self::run`], but returns when the loop's time reaches `deadline`.
    pub fn run_until(&mut self, deadline: Timestamp) -> Outcome {
        self.pump.run(Some(deadline))
    }

    /// When [`Self::turn`] must be called although nothing happens. `None`: only another thread can bring work.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Timestamp> {
        self.pump.next_deadline()
    }

    /// Whether something waits that will run some day.
    #[must_use]
    pub fn has_work(&self) -> bool {
        self.pump.has_work()
    }

    /// How many exceptions and rejections were reported that no listener canceled.
    #[must_use]
    pub fn uncaught_count(&self) -> usize {
        self.errors.count()
    }
}

impl Drop for Runtime {
    fn drop(&mut self) {
        self.pump.clear();
        // SAFETY: the pump is not used again. It is dropped first, as its jobs borrow the cell; then the cell, which borrows
        // the context; then the context. Both boxes were leaked by `assemble` and are freed here only.
        unsafe {
            ManuallyDrop::drop(&mut self.pump);
            drop(Box::from_raw(self.cell.as_ptr()));
            drop(Box::from_raw(self.context.as_ptr()));
        }
    }
}
