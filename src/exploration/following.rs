//! A runtime that follows a schedule.

use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use super::active::SkippedDeviation;
use super::chooser::Chooser;
use super::connection::Choices;
use super::connection::Shared;
use super::outcome::Ending;
use super::run::{Limits, drive};
use super::schedule::Schedule;
use super::strategy::DefaultOrder;
use crate::debug::debug;
use crate::event_loop::{Observer, Quirks, VirtualTime};
use crate::runtime::{Runtime, RuntimeBuilder, Supervisor};

/// Makes a runtime follow a schedule.
///
/// ```
/// use std::path::Path;
///
/// use posttask::exploration::Following;
/// use posttask::{Runtime, SourceKind};
///
/// let following = Following::new(&"2:19<1:11".parse()?, Path::new("app.js"));
/// let mut runtime = following.configure(Runtime::builder(), 0).build()?;
/// runtime.event_loop().set_observer(Some(following.observer()));
/// let source = "setTimeout(() => order = 'timer,' + order);
///     scheduler.postTask(() => order = 'task'); var order = '';";
/// # let source = source.replace("    scheduler", "scheduler");
/// runtime.start_source(&source, Path::new("app.js"), SourceKind::Script);
/// runtime.run();
/// assert_eq!(runtime.run_script("order")?.as_string(), Some("timer,task".into()));
/// assert!(following.skipped().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Following(Rc<Shared<DefaultOrder>>);

debug!(Following, "skipped" = |following| following.skipped());

impl Following {
    /// Follows a schedule. `main_file` is the name of the program's file, which names of work omit.
    #[must_use]
    pub fn new(schedule: &Schedule, main_file: &Path) -> Self {
        let chooser = Chooser::new(schedule.bounds, &schedule.deviations, None);
        Self(Shared::new(chooser, Some(Rc::new(VirtualTime::new())), main_file))
    }

    /// Sets the clock, the policy and the seed of a runtime: virtual time, and `seed` unless the schedule has one.
    #[must_use]
    pub fn configure(&self, builder: RuntimeBuilder, seed: u64) -> RuntimeBuilder {
        self.configure_as(builder, Quirks::default(), seed)
    }

    /// Like [`Self::configure`], for a schedule of a host with these quirks.
    #[must_use]
    pub fn configure_as(&self, builder: RuntimeBuilder, quirks: Quirks, seed: u64) -> RuntimeBuilder {
        self.0.configure(builder, quirks, seed)
    }

    /// The observer that the event loop needs: see
    /// [`EventLoop::set_observer`](crate::event_loop::EventLoop::set_observer).
    #[must_use]
    pub fn observer(&self) -> Rc<dyn Observer> {
        self.0.observer()
    }

    /// Runs a program until nothing is left to do, or until its time reaches `time`. Ends it if it makes no progress,
    /// with the same limits as [`Explorer`](super::Explorer). `is_done` tells whether the main script or module has
    /// ended.
    pub fn drive(&self, runtime: &mut Runtime, is_done: &dyn Fn() -> bool, time: Duration) -> Ending {
        self.supervise(runtime, &is_done, time)
    }

    /// Like [`Self::drive`], for a program that ends when its supervisor says so.
    pub(crate) fn supervise(&self, runtime: &mut Runtime, program: &dyn Supervisor, time: Duration) -> Ending {
        let limits = Limits { time, ..Limits::default() };
        drive(runtime, &self.0, program, &|| false, &limits).unwrap_or(Ending::Completed)
    }

    /// Answers the choices of a test.
    #[must_use]
    #[doc(hidden)]
    pub fn choices(&self) -> Rc<dyn Choices> {
        Rc::clone(&self.0) as _
    }

    /// Limits the loops and microtasks of a program, before it starts, as [`Explorer`](super::Explorer) does.
    pub fn limit(&self, runtime: &mut Runtime) {
        Limits::default().apply(runtime);
    }

    /// The deviations that have not been possible so far. Without them, the run goes on in the default order.
    #[must_use]
    pub fn skipped(&self) -> Vec<SkippedDeviation> {
        self.0.chooser.borrow().skipped(&self.0.tracker.borrow())
    }
}
