//! Why the standards allow a deviation from the default order.

use std::fmt;

/// A part of a standard that leaves an order to the implementation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Clause {
    /// The event loop may take the next task from any task source.
    TaskSource,
    /// The event loop may take a scheduler task or a task of another source.
    SchedulerTasks,
    /// The specification only recommends how scheduler tasks compete with tasks of other sources.
    PriorityAgainstOtherSources,
    /// A timer only waits for earlier timers with the same or a shorter delay.
    TimerOrder,
    /// A timer may complete later than its due time.
    TimerLateness,
    /// A task may take any time.
    TaskDuration,
    /// The implementation decides when an idle period starts.
    IdlePeriodStart,
    /// Scheduler tasks do not prevent an idle period.
    IdlePeriodWhileSchedulerTasksWait,
    /// An idle period may be short.
    IdlePeriodLength,
    /// `Math.random` may return any numbers.
    RandomNumbers,
    /// A test leaves a choice open.
    TestChoice,
    /// A response may arrive at any time.
    Response,
    /// A blob is read in parallel.
    BlobRead,
    /// An operation of `crypto.subtle` runs in parallel.
    CryptoOperation,
    /// Locks are granted in parallel.
    Lock,
    /// A worker runs in parallel.
    Worker,
    /// A test lets something arrive at any time.
    Arrival,
    /// Not a clause of a standard: ports that have never been transferred are treated as if they had been.
    SeparatePorts,
}

impl Clause {
    /// All clauses.
    pub const ALL: [Self; 18] = [
        Self::TaskSource,
        Self::SchedulerTasks,
        Self::PriorityAgainstOtherSources,
        Self::TimerOrder,
        Self::TimerLateness,
        Self::TaskDuration,
        Self::IdlePeriodStart,
        Self::IdlePeriodWhileSchedulerTasksWait,
        Self::IdlePeriodLength,
        Self::RandomNumbers,
        Self::TestChoice,
        Self::Response,
        Self::BlobRead,
        Self::CryptoOperation,
        Self::Lock,
        Self::Worker,
        Self::Arrival,
        Self::SeparatePorts,
    ];

    /// Whether it is about what something that runs in parallel queues.
    pub(super) const fn is_of_arrivals(self) -> bool {
        matches!(
            self,
            Self::Response | Self::BlobRead | Self::CryptoOperation | Self::Lock | Self::Worker | Self::Arrival
        )
    }

    /// The reason in a sentence, without the standard.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::TaskSource => "the event loop may take its next task from any task source",
            Self::SchedulerTasks => "the event loop may take a scheduler task or a task of another source",
            Self::PriorityAgainstOtherSources => {
                "priorities only order scheduler tasks; running them before or after the tasks of other sources is a \
                 recommendation"
            }
            Self::TimerOrder => {
                "a timer only waits for timers of its kind that were set earlier with the same or a shorter delay"
            }
            Self::TimerLateness => "a timer may complete later than its due time",
            Self::TaskDuration => "a task may take time, and timers become due in the meantime",
            Self::IdlePeriodStart => "the implementation decides when an idle period starts",
            Self::IdlePeriodWhileSchedulerTasksWait => {
                "an idle period may start if no task queue has a task; by the letter, scheduler tasks are in none"
            }
            Self::IdlePeriodLength => "an idle period may be short, and its time may be over when a callback reads it",
            Self::RandomNumbers => "Math.random may return any numbers",
            Self::TestChoice => "the test leaves this choice open",
            Self::Response => "a response may take any time",
            Self::BlobRead => "a blob is read in parallel, and may take any time",
            Self::CryptoOperation => "an operation of crypto.subtle runs in parallel, and may take any time",
            Self::Lock => "locks are granted in parallel, which may take any time",
            Self::Worker => "a worker runs in parallel, and may take any time",
            Self::Arrival => "the test lets it arrive at any time",
            Self::SeparatePorts => {
                "messages of different ports have no order once the ports have been transferred; by the letter, ports \
                 that have never been transferred, such as these, share one queue"
            }
        }
    }

    /// The standard and its section.
    #[must_use]
    pub const fn section(self) -> &'static str {
        match self {
            Self::TaskSource => "HTML, event loop processing model, step 2.1",
            Self::SchedulerTasks => "Prioritized Task Scheduling, event loop processing model, step 2.1",
            Self::PriorityAgainstOtherSources => "Prioritized Task Scheduling, note on the event loop processing model",
            Self::TimerOrder => "HTML, run steps after a timeout, step 4.2",
            Self::TimerLateness => "HTML, run steps after a timeout, step 4.3",
            Self::TaskDuration => "HTML, event loop processing model: no step limits the duration of a task",
            Self::IdlePeriodStart => "requestIdleCallback, start an idle period algorithm",
            Self::IdlePeriodWhileSchedulerTasksWait => "HTML, event loop processing model, step 5",
            Self::IdlePeriodLength => "HTML, event loop processing model, step 5.2, compute the deadline",
            Self::RandomNumbers => "ECMAScript, Math.random",
            Self::TestChoice => "posttask, t.explore.choose",
            Self::Response => "Fetch, fetching: it runs in parallel, and no step limits its duration",
            Self::BlobRead => "File API, read operation, step 10: it runs in parallel",
            Self::CryptoOperation => "Web Cryptography, SubtleCrypto: its methods end in parallel",
            Self::Lock => "Web Locks, lock task queue: it is a parallel queue",
            Self::Worker => "HTML, run a worker: it runs in parallel",
            Self::Arrival => "posttask, t.explore.arrives",
            Self::SeparatePorts => "beyond HTML, unshipped port message queue (--ports shared keeps its order)",
        }
    }

    /// The address of the section.
    #[must_use]
    pub const fn address(self) -> &'static str {
        match self {
            Self::TaskSource
            | Self::TaskDuration
            | Self::IdlePeriodWhileSchedulerTasksWait
            | Self::IdlePeriodLength => {
                "https://html.spec.whatwg.org/multipage/webappapis.html#event-loop-processing-model"
            }
            Self::SchedulerTasks | Self::PriorityAgainstOtherSources => {
                "https://wicg.github.io/scheduling-apis/#sec-patches-html-event-loop-processing"
            }
            Self::TimerOrder | Self::TimerLateness => {
                "https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#run-steps-after-a-timeout"
            }
            Self::IdlePeriodStart => "https://w3c.github.io/requestidlecallback/#start-an-idle-period-algorithm",
            Self::RandomNumbers => "https://tc39.es/ecma262/#sec-math.random",
            Self::TestChoice | Self::Arrival => "https://docs.rs/posttask",
            Self::Response => "https://fetch.spec.whatwg.org/#fetching",
            Self::BlobRead => "https://w3c.github.io/FileAPI/#readOperation",
            Self::CryptoOperation => "https://w3c.github.io/webcrypto/#subtlecrypto-interface",
            Self::Lock => "https://w3c.github.io/web-locks/#lock-task-queue",
            Self::Worker => "https://html.spec.whatwg.org/multipage/workers.html#run-a-worker",
            Self::SeparatePorts => {
                "https://html.spec.whatwg.org/multipage/web-messaging.html#unshipped-port-message-queue"
            }
        }
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.reason(), self.section())
    }
}

/// A set of clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Clauses(u32);

impl Clauses {
    pub(super) fn with(self, clause: Clause) -> Self {
        Self(self.0 | 1 << clause as u8)
    }

    pub(super) fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Clause> {
        Clause::ALL.into_iter().filter(move |&clause| self.0 & (1 << clause as u8) != 0)
    }
}

impl FromIterator<Clause> for Clauses {
    fn from_iter<I: IntoIterator<Item = Clause>>(clauses: I) -> Self {
        clauses.into_iter().fold(Self::default(), Self::with)
    }
}
