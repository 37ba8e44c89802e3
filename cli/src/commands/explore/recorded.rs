//! The usual order and the failing one, run again to be recorded.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use posttask::event_loop::Observer;
use posttask::exploration::{Following, Schedule};
use posttask::internal::exploration::footprints::Uses;
use posttask::internal::runtime::LARGE_STACK;
use posttask::trace::Recorder;
use posttask::{Error, Program, Runtime, RuntimeBuilder};
use posttask_front_end::FrontEnd;

use super::failure::Failure;
use crate::announcing::Announcing;
use crate::arguments::{Explore, Observation};
use crate::dom;
use crate::instruments::{Instruments, print_warnings, write};
use posttask_reports::Silent;
use posttask_reports::exploration::{Deviation, Reason, Report};
use posttask_reports::timeline::{Timeline, page};

/// A program, as it was explored.
pub(super) struct Explored<'a> {
    pub(super) options: &'a Explore,
    pub(super) front_end: &'a Arc<FrontEnd>,
    /// What the functions of the program use, if the front end makes it announce them.
    pub(super) uses: Option<&'a Arc<Uses>>,
    pub(super) source: &'a str,
    pub(super) name: &'a Path,
    pub(super) arguments: &'a [String],
    pub(super) seed: u64,
}

impl<'a> Explored<'a> {
    /// The program, as it announces what its functions use.
    pub(super) fn announced(&self, announcing: &'a Announcing) -> Self {
        Self { front_end: &announcing.front_end, uses: Some(&announcing.uses), ..*self }
    }
}

impl Explored<'_> {
    /// Writes what the options ask for: the trace and the statistics of the first failing order, or of the usual one if
    /// none fails; and the timeline of both.
    ///
    /// # Errors
    ///
    /// Returns the error of a run that cannot start, or of a file that cannot be written.
    pub(super) fn write(&self, report: &Report) -> Result<(), Failure> {
        if self.options.observation.is_empty() {
            return Ok(());
        }
        let failing = report.outcomes.iter().find(|found| found.failure && !found.usual);
        let failing = failing.and_then(|found| Some((found.schedule.parse().ok()?, &*found.deviations)));
        thread::scope(|scope| {
            let write = move || self.write_orders(failing);
            let thread = thread::Builder::new().stack_size(LARGE_STACK).spawn_scoped(scope, write);
            match thread.map_err(Error::Thread)?.join() {
                Ok(written) => written,
                Err(panic) => std::panic::resume_unwind(panic),
            }
        })
    }

    fn write_orders(&self, failing: Option<(Schedule, &[Deviation])>) -> Result<(), Failure> {
        let observation = &self.options.observation;
        let Some((failing, deviations)) = failing else {
            return finish(&self.record(&Schedule::default(), "usual order", observation)?);
        };
        let only_timeline = Observation { timeline: observation.timeline.clone(), ..Observation::default() };
        let without_timeline = Observation { timeline: None, ..observation.clone() };
        finish(&self.record(&failing, "failing order", &without_timeline)?)?;
        if let Some(path) = &observation.timeline {
            let usual = self.record(&Schedule::default(), "usual order", &only_timeline)?;
            let failing = self.record(&failing, "failing order", &only_timeline)?;
            let (mut usual, mut failing) = (usual.borrow_mut(), failing.borrow_mut());
            if let Some(timeline) = failing.timeline() {
                for deviation in deviations {
                    show(deviation, timeline);
                }
            }
            let mut orders: Vec<_> = [usual.timeline(), failing.timeline()].into_iter().flatten().collect();
            write(path, &page(&self.name.display().to_string(), true, &mut orders))?;
        }
        Ok(())
    }

    /// Compiles and parses the program for a runtime, which gets its document.
    pub(super) fn parsed(&self, runtime: &mut Runtime) -> Program {
        let options = self.options;
        let document = options.surroundings.document(options.sources.node);
        dom::program(document.as_ref(), self.front_end, self.source, self.name, runtime)
    }

    /// Runs the program in an order, and returns the instruments.
    fn record(
        &self,
        schedule: &Schedule,
        order: &str,
        observation: &Observation,
    ) -> Result<RefCell<Instruments>, Failure> {
        let Some(recorder) = Instruments::start(observation, self.name, true, order)? else {
            return Ok(RefCell::default());
        };
        let following = Following::new(schedule, self.name);
        let builder = configure(self.options, self.front_end, Runtime::builder()).caller_stack(LARGE_STACK);
        let builder = builder.console(Rc::new(Silent)).error_sink(Rc::new(Silent));
        let quirks = self.options.host.quirks();
        let mut runtime = following.configure_as(builder, quirks, self.seed).build()?;
        following.limit(&mut runtime);
        let observers: Vec<Rc<dyn Observer>> = vec![following.observer(), Rc::clone(&recorder) as _];
        runtime.event_loop().set_observer(Some(Rc::new(observers)));
        runtime.set_arguments(self.arguments)?;
        self.options.input.start(&mut runtime)?;
        let program = self.parsed(&mut runtime);
        let main = runtime.start_program(program);
        following.drive(&mut runtime, &|| main.is_done(), self.options.timeout.min(Duration::MAX));
        runtime.event_loop().set_observer(None);
        drop(runtime);
        Ok(RefCell::new(Rc::try_unwrap(recorder).map_or_else(|_| Instruments::default(), Recorder::into_sink)))
    }
}

/// Shows what a deviation did, and why that is allowed.
fn show(deviation: &Deviation, timeline: &mut Timeline) {
    let reason = |reason: &Reason| format!("allowed: {} ({})", reason.sentence, reason.section);
    timeline.differs(&deviation.sentence, deviation.reasons.iter().map(reason).collect());
}

/// Prints the warnings and the statistics, and writes the files.
fn finish(instruments: &RefCell<Instruments>) -> Result<(), Failure> {
    print_warnings(&instruments.borrow_mut().take_warnings());
    Ok(instruments.borrow_mut().finish()?)
}

/// Gives a program everything but its observers.
pub(super) fn configure(options: &Explore, front_end: &Arc<FrontEnd>, builder: RuntimeBuilder) -> RuntimeBuilder {
    let builder = options.observation.configure(options.input.configure(front_end.configure(builder)));
    options.surroundings.configure(builder, true, Some(options.seed))
}
