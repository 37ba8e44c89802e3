//! What work can access, and which accesses conflict.

use super::super::situation::Queue;
use super::super::wire::wire_one_of;
use crate::event_loop::{AgentId, PortId};

/// Something that work can access. Several objects may share a location: that only makes more accesses conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Location {
    /// A variable, and the number of the call that declared it.
    Variable(u32, u64),
    /// The properties with a name, of all objects. The name is hashed.
    Field(u64),
    /// All properties, as seen by what reads some of them: writes of one property add to it.
    FieldsForReaders,
    /// All properties, as seen by what writes some of them: reads of one property add to it.
    FieldsForWriters,
    /// What errors become when they are converted to strings.
    ErrorTexts,
    /// The elements of arrays.
    Elements,
    /// The contents of maps and sets.
    Collections,
    /// What has been printed.
    Console,
    /// The state of `Math.random`.
    RandomNumbers,
    /// The numbers of timers.
    TimerNumbers,
    /// The order in which timers with a delay were set.
    Timers,
    /// Which timers have been cleared.
    ClearedTimers,
    /// Which signals are aborted, and what depends on them.
    Signals,
    /// The listeners of event targets.
    Listeners,
    /// Which promises are rejected, have no handler, and are to be reported or have been.
    Rejections,
    /// The order of the work in a queue of an agent.
    Queue(AgentId, Queue),
    /// All that belongs to an agent.
    Agent(AgentId),
    /// The memory that agents share.
    SharedMemory,
    /// Which `BroadcastChannel`s are open.
    Channels,
    Port(PortId),
    /// A promise, by a number that it has in this run.
    Promise(u64),
    /// What the host does with tests: it depends on which work has run, and on what that has done. All work that does
    /// something adds to it.
    Tests,
    /// All promises, as seen by what shows them: each change of one adds to it.
    Promises,
    /// The promises of which nobody says who settles them, such as those of `async` functions, as seen by what uses one
    /// that is settled: all that can settle one adds to it.
    Settled,
    /// The numbers of promises that get them when they are first used: they may be others in another run.
    PromiseNumbers,
    /// Nothing: work that does nothing reads it.
    Nothing,
}

/// How something is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::exploration) enum Kind {
    Read,
    /// Changes it in a way that commutes with other such changes.
    Add,
    Write,
}

wire_one_of! {
    Kind of Kind::ALL;
}

impl Kind {
    const ALL: [Self; 3] = [Self::Read, Self::Add, Self::Write];

    /// Whether the order of two accesses matters.
    pub(in crate::exploration) fn conflicts(self, other: Self) -> bool {
        self != other || self == Self::Write
    }

    /// The kind of two accesses of the same work.
    pub(super) fn and(self, other: Self) -> Self {
        if self == other { self } else { Self::Write }
    }
}
