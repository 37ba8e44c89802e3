//! The HTML event loop: task sources, scheduler tasks, microtasks, timers, idle periods and work from other threads.
//!
//! [`EventLoop`] holds the waiting work and runs one piece of it per turn. [`Pump`] turns the loop, polls
//! asynchronous jobs, and sleeps when there is nothing to do. A [`Policy`] decides which work runs next, and an
//! [`Observer`] receives all events.
//!
//! Defined by HTML's [event loops](https://html.spec.whatwg.org/multipage/webappapis.html#event-loops) with the changes
//! of [Prioritized Task Scheduling](https://wicg.github.io/scheduling-apis/#sec-patches-html-event-loop-processing).

pub(crate) mod ambient;
mod block;
mod choosing;
mod current;
mod driving;
mod engine_fault;
#[expect(clippy::module_inception, reason = "the file is named after the type in it")]
pub(crate) mod event_loop;
pub(crate) mod guard;
mod in_realm;
mod last_scheduler;
mod observing;
pub(crate) mod origins;
pub(crate) mod queues;
mod quirks;
pub(crate) mod running;
#[cfg(test)]
mod tests;
mod threads;
pub(crate) mod time;
pub(crate) mod work;

pub use crate::agents::AgentId;
#[doc(hidden)]
pub use ambient::VariableId;
pub(crate) use ambient::{AmbientValues, AsyncContextMapping, ContinuationState, Entered, SchedulerId};
pub(crate) use block::Woken;
#[doc(hidden)]
pub use choosing::{AgentStep, FiredTimer, ReadyAgent};
pub use choosing::{DefaultPolicy, Policy};
pub(crate) use current::TimerNesting;
#[doc(hidden)]
pub use driving::call_in_own_frame;
pub(crate) use driving::{
    BlockedAgent, ImmediateId, Parcel, ReactionContext, construct_in_own_frame, function_of_the_host,
};
pub use driving::{Budget, Deadline, Outcome, Pump, Turn};
pub use engine_fault::EngineFault;
pub use event_loop::EventLoop;
pub(crate) use event_loop::{ErrorReporting, FiringTimer, OtherAgents, OwnedTimer, PolledFuture, SchedulerTask};
pub(crate) use guard::set_while;
pub use in_realm::in_realm;
pub(crate) use observing::AccessObserver;
pub use observing::{Choice, Event, Moment, NewWorker, Observer, Scheduled, SchedulingCall, Stall, Subject};
pub(crate) use origins::{
    ANONYMOUS, error_lines, explain_error, is_marked, lines_of_stack, marked, set_frame_translator, set_up_stacks,
    stack_property, stack_text, unmarked, user_frame, with_anonymous_text,
};
pub use origins::{EngineReport, Explanation, FrameTranslator, Location, Origin, Vicinity};
pub(crate) use queues::{
    Batch, CountedMessage, IdleId, LimitExceeded, OrderingIdentifier, RejectedPromise, SchedulerQueue, TimerId,
    WaitingTimer, collect_garbage,
};
pub use queues::{
    Candidate, Candidates, Exceeded, Limits, Pending, PendingElsewhere, PendingQueue, PendingTimer, PendingWait,
    PendingWork, PendingWorker, WorkLimit,
};
pub(crate) use quirks::Registration;
pub use quirks::{ParseQuirkError, Quirk, Quirks};
pub(crate) use threads::FutureWaker;
pub use threads::{Closed, KeepAlive, Remote};
pub use time::{Clock, Parker, RealTime, ThreadParker, Timestamp, VirtualTime};
pub(crate) use time::{LaterClock, milliseconds};
pub use work::{ArrivalId, Ending, PortId, SignalId, StreamId, TaskSource, Work, WorkId, WorkKind};
pub(crate) use work::{LoopId, QueuePosition, WorkRequest};
