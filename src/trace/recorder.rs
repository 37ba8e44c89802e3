//! The observer that makes records.

use std::cell::{Ref, RefCell, RefMut};
use std::fmt;
use std::rc::Rc;

use boa_engine::JsString;
use rustc_hash::FxHashMap;

use super::record::Record;
use super::signal_counts::SignalCounts;
use crate::event_loop::{
    AgentId, Clock, Event, Location, NewWorker, Observer, Origin, RealTime, Scheduled, SchedulingCall, Subject,
    Timestamp, WorkId,
};

/// Receives records, in order.
pub trait Sink {
    /// Called for each record. Nothing of the event loop is borrowed.
    fn receive(&mut self, record: &Record);

    /// Called when the program has created a worker. Returns whether the records of the worker are wanted, too. By
    /// default, they are not. Times in them are those of the program.
    fn worker_created(&mut self, _worker: &NewWorker) -> bool {
        false
    }

    /// Whether records of events like this are used. Others are not made, unless the recorder needs the event.
    fn wants(&self, _event: &Event) -> bool {
        true
    }
}

/// Keeps all records.
impl Sink for Vec<Record> {
    fn receive(&mut self, record: &Record) {
        self.push(record.clone());
    }
}

/// What a [`Recorder`] finds out beyond the events themselves.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is independent of the others")]
pub struct Detail {
    /// The name of the function that each piece of work calls.
    pub names: bool,
    /// The call stack of each call that schedules work.
    pub stacks: bool,
    /// Why each piece of work was chosen.
    pub reasons: bool,
    /// The number of observers of each signal.
    pub signals: bool,
    /// The real time of each record: for a virtual clock.
    pub real_time: bool,
}

impl Detail {
    /// Everything.
    pub const ALL: Self = Self { names: true, stacks: true, reasons: true, signals: true, real_time: true };
}

/// An observer that turns events into [`Record`]s and passes them to a [`Sink`], for example a `Vec`.
///
/// ```
/// use std::rc::Rc;
///
/// use posttask::event_loop::Event;
/// use posttask::trace::{Detail, Record, Recorder};
///
/// let mut runtime = posttask::Runtime::builder().virtual_time().build()?;
/// let recorder = Rc::new(Recorder::new(Vec::<Record>::new(), Detail::ALL));
/// runtime.event_loop().set_observer(Some(recorder.clone()));
/// runtime.run_script("scheduler.postTask(function greet() {}, { priority: 'background', delay: 20 })")?;
/// runtime.run();
///
/// let records = recorder.sink();
/// let scheduled = records.iter().find_map(|record| match &record.event {
///     Event::Scheduled(work) => Some(work.clone()),
///     _ => None,
/// });
/// let started = records.iter().find(|record| matches!(record.event, Event::Started { .. }));
/// assert_eq!(scheduled.and_then(|work| work.name.clone()).as_deref(), Some("greet"));
/// assert_eq!(started.map(|record| record.at.as_milliseconds()), Some(20.0));
/// # Ok::<(), posttask::Error>(())
/// ```
pub struct Recorder<S> {
    sink: RefCell<S>,
    detail: Detail,
    /// The real clock.
    clock: RealTime,
    names: RefCell<FxHashMap<JsString, Rc<str>>>,
    places: RefCell<FxHashMap<(AgentId, Origin), Rc<Location>>>,
    signals: RefCell<SignalCounts>,
}

impl<S> fmt::Debug for Recorder<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder").field("detail", &self.detail).finish_non_exhaustive()
    }
}

/// The longest list of names that is kept to share them.
const MAX_NAMES: usize = 1 << 12;

impl<S: Sink> Recorder<S> {
    /// Creates a recorder. `detail` is what it finds out beyond the events: stacks and reasons take time.
    #[must_use]
    pub fn new(sink: S, detail: Detail) -> Self {
        Self {
            sink: RefCell::new(sink),
            detail,
            clock: RealTime::new(),
            names: RefCell::default(),
            places: RefCell::default(),
            signals: RefCell::default(),
        }
    }

    /// The sink. The borrow must end before the event loop runs.
    pub fn sink(&self) -> Ref<'_, S> {
        self.sink.borrow()
    }

    /// The sink, to be changed. The borrow must end before the event loop runs.
    pub fn sink_mut(&self) -> RefMut<'_, S> {
        self.sink.borrow_mut()
    }

    /// Returns the sink.
    #[must_use]
    pub fn into_sink(self) -> S {
        self.sink.into_inner()
    }

    fn pass_on(&self, agent: AgentId, at: Timestamp, event: Event) {
        let real = if self.detail.real_time { self.clock.now() } else { at };
        self.sink.borrow_mut().receive(&Record { at, real, agent, event });
    }

    fn observe_agent(&self, agent: AgentId, now: Timestamp, event: &Event, subject: &Subject<'_>) {
        if is_recorded(event) {
            // The start of a worker is scheduled by another agent.
            let of_work = event.scheduled_work().map_or(agent, WorkId::agent);
            self.pass_on(of_work, now, self.with_details(agent, event, subject));
        }
        if !self.detail.signals {
            return;
        }
        match (event, subject) {
            (Event::SignalCreated { signal }, Subject::Signal { state, created }) => {
                self.signals.borrow_mut().add(*signal, *state, *created);
            }
            (Event::Ended { .. }, _) => {
                let changed = self.signals.borrow_mut().changed();
                for (signal, observers, created) in changed {
                    self.pass_on(agent, now, Event::SignalObserved { signal, observers, created });
                }
            }
            _ => {}
        }
    }

    /// Looks up what the recorder is to find out beyond an event.
    fn with_details(&self, agent: AgentId, event: &Event, subject: &Subject<'_>) -> Event {
        match (event, subject) {
            (Event::Scheduled(work), Subject::Call(call)) => {
                Event::Scheduled(Rc::new(self.described(agent, work, call)))
            }
            (&Event::Chosen { work, .. }, Subject::Choice(choice)) if self.detail.reasons => {
                Event::Chosen { work, why: Some(choice.explain().into()) }
            }
            _ => event.clone(),
        }
    }

    fn described(&self, agent: AgentId, work: &Scheduled, call: &SchedulingCall<'_>) -> Scheduled {
        let mut work = work.clone();
        if self.detail.names {
            work.name = call.callback_name().map(|name| self.shared_name(name));
        }
        if let Some(origin) = work.origin {
            work.location = self.shared_place((agent, origin), call);
            if self.detail.stacks {
                work.stack = call.stack();
            }
        }
        work
    }

    fn shared_name(&self, name: JsString) -> Rc<str> {
        let mut names = self.names.borrow_mut();
        if names.len() >= MAX_NAMES {
            names.clear();
        }
        let text = |name: &JsString| Rc::from(name.to_std_string_lossy());
        Rc::clone(names.entry(name).or_insert_with_key(text))
    }

    fn shared_place(&self, origin: (AgentId, Origin), call: &SchedulingCall<'_>) -> Option<Rc<Location>> {
        if let Some(place) = self.places.borrow().get(&origin) {
            return Some(Rc::clone(place));
        }
        let place = Rc::new(call.location()?);
        self.places.borrow_mut().insert(origin, Rc::clone(&place));
        Some(place)
    }
}

/// Whether there are records of events like this. Ports are not work, and job callbacks are recorded when they are
/// called.
const fn is_recorded(event: &Event) -> bool {
    !matches!(
        event,
        Event::Chosen { work: None, .. }
            | Event::JobCallbackCreated
            | Event::PortOpened { .. }
            | Event::WorkerCreated { .. }
            | Event::PortShipped { .. }
            | Event::PortClosed { .. }
    )
}

impl<S: Sink + 'static> Observer for Recorder<S> {
    fn observe(&self, now: Timestamp, event: &Event, subject: &Subject<'_>) {
        self.observe_agent(AgentId::MAIN, now, event, subject);
    }

    fn wants(&self, event: &Event) -> bool {
        let counts_signals = self.detail.signals && matches!(event, Event::SignalCreated { .. } | Event::Ended { .. });
        counts_signals || is_recorded(event) && self.sink.borrow().wants(event)
    }

    fn of_worker(self: Rc<Self>, worker: &NewWorker) -> Option<Rc<dyn Observer>> {
        let is_wanted = self.sink.borrow_mut().worker_created(worker);
        is_wanted.then(|| Rc::new(OfWorker { recorder: self, agent: worker.agent }) as _)
    }
}

/// Records what a worker does.
struct OfWorker<S> {
    recorder: Rc<Recorder<S>>,
    agent: AgentId,
}

impl<S: Sink + 'static> Observer for OfWorker<S> {
    fn observe(&self, now: Timestamp, event: &Event, subject: &Subject<'_>) {
        self.recorder.observe_agent(self.agent, now, event, subject);
    }

    fn wants(&self, event: &Event) -> bool {
        self.recorder.wants(event)
    }
}
