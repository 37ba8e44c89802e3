//! The HTML event loop: task sources, scheduler tasks, microtasks, timers, idle periods and work from other threads.
//!
//! [`EventLoop`] holds the waiting work and runs one piece of it per turn. [`Pump`] turns the loop, polls
//! asynchronous jobs, and sleeps when there is nothing to do. A [`Policy`] decides which work runs next, and an
//! [`Observer`] receives all events.
//!
//! Defined by HTML's [event loops](https://html.spec.whatwg.org/multipage/webappapis.html#event-loops) with the changes
//! of [Prioritized Task Scheduling](https://wicg.github.io/scheduling-apis/#sec-patches-html-event-loop-processing).

mod alarm;
pub(crate) mod ambient;
mod candidate;
mod capturing;
mod checkpoint;
mod current;
mod departures;
pub(crate) mod error_stack;
#[expect(clippy::module_inception, reason = "the file is named after the type in it")]
pub(crate) mod event_loop;
pub(crate) mod guard;
mod idle_period;
mod in_realm;
mod job_executor;
mod lifecycle;
mod limits;
pub(crate) mod location;
mod loop_id;
mod loop_waker;
pub(crate) mod marked_path;
pub(crate) mod memory;
mod microtasks;
mod notifier;
mod observer;
mod origin;
mod owned_timers;
mod parcels;
mod parker;
mod pending;
mod policy;
mod polled_futures;
mod processing;
mod pump;
mod queuing;
mod ready;
mod registrations;
mod rejected_promises;
mod remote;
mod reporting;
pub(crate) mod request;
mod scheduler_tasks;
mod signal_id;
mod task_source;
#[cfg(test)]
mod tests;
pub(crate) mod time;
mod timers;
mod work;

pub(crate) use ambient::{AmbientValues, AsyncContextMapping, ContinuationState, Entered, SchedulerId, VariableId};
pub use candidate::{Candidate, Candidates};
pub use departures::{Departure, Departures, ParseDepartureError};
pub use error_stack::FrameTranslator;
pub(crate) use error_stack::{set_frame_translator, set_up_stacks, stack_lines, stack_text, user_frame};
pub use event_loop::EventLoop;
pub(crate) use event_loop::{ErrorReporting, PolledFuture, QueuePosition, SchedulerTask};
pub(crate) use guard::set_while;
pub(crate) use idle_period::IdleId;
pub use in_realm::in_realm;
pub use limits::Limits;
pub(crate) use limits::{CountedMessage, LimitExceeded};
pub use location::Location;
pub(crate) use location::{ANONYMOUS, with_anonymous_text};
pub(crate) use loop_id::LoopId;
pub(crate) use marked_path::marked;
pub(crate) use marked_path::{is_marked, unmarked};
pub(crate) use memory::collect_garbage;
pub use observer::{Choice, Event, Observer, Scheduled, TimeStamp, TimeStampMoment, UserTiming};
pub use origin::Origin;
pub(crate) use owned_timers::OwnedTimer;
pub(crate) use parcels::Parcel;
pub use parker::{Parker, ThreadParker};
pub use pending::{Pending, PendingElsewhere, PendingQueue, PendingTimer, PendingWork};
pub use policy::{DefaultPolicy, Policy};
pub(crate) use polled_futures::FutureWaker;
pub use processing::Turn;
pub use pump::{Budget, Deadline, Outcome, Pump};
pub(crate) use registrations::Registration;
pub(crate) use rejected_promises::{Batch, RejectedPromise};
pub use remote::{Closed, KeepAlive, Remote};
pub(crate) use request::Request;
pub(crate) use scheduler_tasks::SchedulerQueue;
pub use signal_id::SignalId;
pub use task_source::{ArrivalId, PortId, TaskSource};
pub(crate) use time::milliseconds;
pub use time::{Clock, RealTime, Timestamp, VirtualTime};
pub(crate) use timers::{OrderingIdentifier, TimerId, WaitingTimer};
pub use work::{Ending, Work, WorkId, WorkKind};
