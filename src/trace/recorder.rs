//! The observer that makes records.

use std::cell::{Ref, RefCell, RefMut};
use std::fmt;
use std::rc::Rc;

use boa_engine::JsString;
use rustc_hash::FxHashMap;

use super::record::{Happening, Moment, Record, ScheduledWork};
use super::signal_counts::SignalCounts;
use crate::event_loop::{
    Clock, Event, Location, Observer, Origin, RealTime, Scheduled, TimeStamp, TimeStampMoment, Timestamp,
};

/// Receives records, in order.
pub trait Sink {
    /// Called for each record. Nothing of the event loop is borrowed.
    fn receive(&mut self, record: &Record);

    /// Whether records of events like this are used. Others are not made, unless the recorder needs the event.
    fn wants(&self, _event: &Event<'_>) -> bool {
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
/// use posttask::trace::{Detail, Happening, Record, Recorder};
///
/// let mut runtime = posttask::Runtime::builder().virtual_time().build()?;
/// let recorder = Rc::new(Recorder::new(Vec::<Record>::new(), Detail::ALL));
/// runtime.event_loop().set_observer(Some(recorder.clone()));
/// runtime.run_script("scheduler.postTask(function greet() {}, { priority: 'background', delay: 20 })")?;
/// runtime.run();
///
/// let records = recorder.sink();
/// let scheduled = records.iter().find_map(|record| match &record.what {
///     Happening::Scheduled(work) => Some(work.clone()),
///     _ => None,
/// });
/// let started = records.iter().find(|record| matches!(record.what, Happening::Started { .. }));
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
    places: RefCell<FxHashMap<Origin, Rc<Location>>>,
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

    fn pass_on(&self, at: Timestamp, what: Happening) {
        let real = if self.detail.real_time { self.clock.now() } else { at };
        self.sink.borrow_mut().receive(&Record { at, real, what });
    }

    fn scheduled(&self, it: &Scheduled<'_>) -> Happening {
        Happening::Scheduled(Rc::new(ScheduledWork {
            work: it.work.id,
            kind: it.work.kind,
            priority: it.work.priority,
            signal: it.signal,
            priority_signal: it.priority_signal,
            delay: it.delay,
            source: it.source,
            scheduled_by: it.scheduled_by,
            name: if self.detail.names { it.callback_name().map(|name| self.shared_name(name)) } else { None },
            location: it.work.origin.and_then(|origin| self.shared_place(origin, it)),
            stack: if self.detail.stacks && it.work.origin.is_some() { it.stack() } else { Rc::default() },
        }))
    }

    fn shared_name(&self, name: JsString) -> Rc<str> {
        let mut names = self.names.borrow_mut();
        if names.len() >= MAX_NAMES {
            names.clear();
        }
        let text = |name: &JsString| Rc::from(name.to_std_string_lossy());
        Rc::clone(names.entry(name).or_insert_with_key(text))
    }

    fn shared_place(&self, origin: Origin, it: &Scheduled<'_>) -> Option<Rc<Location>> {
        if let Some(place) = self.places.borrow().get(&origin) {
            return Some(Rc::clone(place));
        }
        let place = Rc::new(it.location()?);
        self.places.borrow_mut().insert(origin, Rc::clone(&place));
        Some(place)
    }

    /// Returns the record of an event. `None` if there is none.
    fn happening(&self, event: &Event<'_>) -> Option<Happening> {
        Some(match *event {
            Event::Scheduled(it) => self.scheduled(it),
            Event::Ready { work } => Happening::Ready { work },
            Event::Chosen(choice) => {
                let work = choice.chosen.id()?;
                Happening::Chosen { work, why: self.detail.reasons.then(|| choice.explain().into()) }
            }
            Event::Started { work } => Happening::Started { work },
            Event::Ended { work, how } => Happening::Ended { work, how },
            Event::AbortedWhileRunning { work } => Happening::AbortedWhileRunning { work },
            Event::CheckpointStarted { work, within } => Happening::CheckpointStarted { work, within },
            Event::CheckpointEnded { work, microtasks } => Happening::CheckpointEnded { work, microtasks },
            Event::TimerSet { work, due } => Happening::TimerSet { work, due },
            Event::TimerFired { work } => Happening::TimerFired { work },
            Event::TimerCleared { work } => Happening::TimerCleared { work },
            Event::PriorityChanged { signal, previous, priority } => {
                Happening::PriorityChanged { signal, previous, priority }
            }
            Event::SignalCreated { signal, .. } => Happening::SignalCreated { signal },
            Event::SignalAborted { signal } => Happening::SignalAborted { signal },
            Event::PromiseRejected { within, .. } => Happening::PromiseRejected { within },
            Event::PromiseHandled { .. } => Happening::PromiseHandled,
            Event::JobCallbackCalled { task, within } => Happening::JobCallbackCalled { task, within },
            Event::EvaluationStarted { name, is_module } => {
                Happening::EvaluationStarted { name: name.into(), is_module }
            }
            Event::EvaluationEnded => Happening::EvaluationEnded,
            Event::ErrorReported { message, location, within } => {
                Happening::ErrorReported { message: message.into(), location: location.cloned(), within }
            }
            Event::UserTiming(timing) => Happening::UserTiming {
                name: timing.name.into(),
                start: timing.start,
                duration: timing.duration,
                detail: timing.detail.map(Rc::from),
            },
            Event::TimeStamp(stamp) => time_stamp(stamp),
            Event::IdlePeriodStarted { deadline } => Happening::IdlePeriodStarted { deadline },
            Event::Sleeping { until } => Happening::Sleeping { until },
            Event::Woke => Happening::Woke,
            Event::Delivered { work } => Happening::Delivered { work },
            // Ports are not work, and job callbacks are recorded when they are called.
            Event::JobCallbackCreated { .. } | Event::PortOpened { .. } | Event::PortClosed { .. } => return None,
        })
    }
}

fn time_stamp(stamp: &TimeStamp<'_>) -> Happening {
    let moment = |moment: TimeStampMoment<'_>| match moment {
        TimeStampMoment::Label(label) => Moment::Label(label.into()),
        TimeStampMoment::Time(time) => Moment::Time(time),
    };
    let [start, end] = stamp.span.map(|at| at.map(moment));
    let [track, group, color] = stamp.place.map(|name| name.map(Rc::from));
    let detail = stamp.detail.map(Rc::from);
    Happening::TimeStamp { label: stamp.label.into(), start, end, track, group, color, detail }
}

impl<S: Sink> Observer for Recorder<S> {
    fn observe(&self, now: Timestamp, event: &Event<'_>) {
        if let Some(what) = self.happening(event) {
            self.pass_on(now, what);
        }
        if !self.detail.signals {
            return;
        }
        // Only these need more than the event.
        match event {
            Event::SignalCreated { signal, state, created } => self.signals.borrow_mut().add(*signal, *state, *created),
            Event::Ended { .. } => {
                let changed = self.signals.borrow_mut().changed();
                for (signal, observers, created) in changed {
                    self.pass_on(now, Happening::SignalObserved { signal, observers, created });
                }
            }
            _ => {}
        }
    }

    fn wants(&self, event: &Event<'_>) -> bool {
        let counts_signals = self.detail.signals && matches!(event, Event::SignalCreated { .. } | Event::Ended { .. });
        counts_signals || self.sink.borrow().wants(event)
    }
}
