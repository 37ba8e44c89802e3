//! The observer of an event loop.

use std::rc::Rc;

use super::event::Event;
use super::new_worker::NewWorker;
use super::subject::Subject;
use crate::event_loop::time::Timestamp;

/// Receives all events of an event loop, for example for a trace, for statistics or for a debugger.
///
/// The loop is not borrowed during a call, so an observer may use its methods. It must not run JavaScript.
///
/// ```
/// use std::cell::Cell;
/// use std::rc::Rc;
///
/// use posttask::event_loop::{Ending, Event, Observer, Subject, Timestamp};
///
/// /// Counts the callbacks that threw.
/// #[derive(Default)]
/// struct Failures(Cell<usize>);
///
/// impl Observer for Failures {
///     fn observe(&self, _now: Timestamp, event: &Event, _: &Subject<'_>) {
///         if let Event::Ended { how: Ending::Threw, .. } = event {
///             self.0.set(self.0.get() + 1);
///         }
///     }
/// }
///
/// let mut runtime = posttask::Runtime::builder().virtual_time().build()?;
/// let failures = Rc::new(Failures::default());
/// runtime.event_loop().set_observer(Some(failures.clone()));
/// runtime.run_script("scheduler.postTask(() => { throw 1 }).catch(() => {}); scheduler.postTask(() => 2)")?;
/// runtime.run();
/// assert_eq!(failures.0.get(), 1);
/// # Ok::<(), posttask::Error>(())
/// ```
///
/// An observer that needs to know how long scheduler tasks waited, by priority, asks a
/// [`QueueView`](crate::trace::QueueView): the priority of a signal may change while they wait.
///
/// ```
/// use std::cell::RefCell;
/// use std::collections::HashMap;
/// use std::rc::Rc;
/// use std::time::Duration;
///
/// use posttask::event_loop::{Event, Observer, Subject, Timestamp};
/// use posttask::scheduling::TaskPriority;
/// use posttask::trace::QueueView;
///
/// #[derive(Default)]
/// struct WaitingTimes {
///     queues: RefCell<QueueView<()>>,
///     waited: RefCell<HashMap<TaskPriority, Duration>>,
/// }
///
/// impl Observer for WaitingTimes {
///     fn observe(&self, now: Timestamp, event: &Event, _: &Subject<'_>) {
///         let mut queues = self.queues.borrow_mut();
///         if let Event::Started { work } = *event
///             && let Some((priority, since)) = queues.priority(work).zip(queues.ready_since(work))
///         {
///             *self.waited.borrow_mut().entry(priority).or_default() += now.duration_since(since);
///         }
///         queues.observe(now, event);
///     }
/// }
///
/// let mut runtime = posttask::Runtime::builder().virtual_time().build()?;
/// let times = Rc::new(WaitingTimes::default());
/// runtime.event_loop().set_observer(Some(times.clone()));
/// runtime.run_script(
///     "const busy = ms => { const end = performance.now() + ms; while (performance.now() < end); };
///      scheduler.postTask(() => busy(30), { priority: 'user-blocking' });
///      scheduler.postTask(() => {}, { priority: 'background' });",
/// )?;
/// runtime.run();
/// assert_eq!(times.waited.borrow()[&TaskPriority::UserBlocking], Duration::ZERO);
/// assert_eq!(times.waited.borrow()[&TaskPriority::Background].as_millis(), 30);
/// # Ok::<(), posttask::Error>(())
/// ```
pub trait Observer {
    /// Called for each event, with the time of the event.
    fn observe(&self, now: Timestamp, event: &Event, subject: &Subject<'_>);

    /// Whether [`Self::observe`] is called for this event. Asking is cheaper than reading the clock.
    fn wants(&self, _event: &Event) -> bool {
        true
    }

    /// The observer of a worker that the program has created. By default, the events of workers are not observed. It
    /// receives times by the clock of the program.
    fn of_worker(self: Rc<Self>, _worker: &NewWorker) -> Option<Rc<dyn Observer>> {
        None
    }
}

/// Passes each event to several observers, in order.
impl Observer for Vec<Rc<dyn Observer>> {
    fn observe(&self, now: Timestamp, event: &Event, subject: &Subject<'_>) {
        for observer in self.iter().filter(|observer| observer.wants(event)) {
            observer.observe(now, event, subject);
        }
    }

    fn wants(&self, event: &Event) -> bool {
        self.iter().any(|observer| observer.wants(event))
    }

    fn of_worker(self: Rc<Self>, worker: &NewWorker) -> Option<Rc<dyn Observer>> {
        let of_worker = self.iter().filter_map(|observer| Rc::clone(observer).of_worker(worker));
        let all: Self = of_worker.collect();
        (!all.is_empty()).then(|| Rc::new(all) as _)
    }
}
