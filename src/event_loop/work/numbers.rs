//! The numbers of what an event loop creates.

use std::cell::Cell;

use super::loop_id::LoopId;
use super::piece_of_work::Work;
use super::signal_id::SignalId;
use super::stream_id::StreamId;
use super::task_source::{ArrivalId, PortId};
use super::work_id::WorkId;
use super::work_request::WorkRequest;
use crate::agents::AgentId;
use crate::event_loop::origins::Origin;

/// Assigns numbers to work, signals, streams, and ends of channels.
pub(crate) struct Numbers {
    loop_id: LoopId,
    works: Cell<u64>,
    signals: Cell<u64>,
    streams: Cell<u64>,
    /// For ports and arrivals.
    sources: Cell<u64>,
}

impl Numbers {
    /// The numbers of an agent: none of them is that of something in another agent.
    pub(crate) fn of(agent: AgentId) -> Self {
        let first = WorkId::start_of(agent).get();
        let [works, signals, streams, sources] = [(); 4].map(|()| Cell::new(first));
        Self { loop_id: LoopId::take(), works, signals, streams, sources }
    }

    /// The agent.
    pub(crate) fn agent(&self) -> AgentId {
        WorkId::new(self.works.get()).agent()
    }

    /// The identity of the event loop.
    pub(crate) fn loop_id(&self) -> LoopId {
        self.loop_id
    }

    /// Assigns a number to a new piece of work.
    #[inline]
    pub(crate) fn work(&self, request: &WorkRequest<'_>, origin: Option<Origin>) -> Work {
        let number = self.works.get() + 1;
        self.works.set(number);
        request.work(WorkId::new(number), origin)
    }

    /// Assigns a number to a new signal.
    pub(crate) fn signal(&self) -> SignalId {
        let number = self.signals.get() + 1;
        self.signals.set(number);
        SignalId::new(number)
    }

    /// Assigns a number to a stream that is observed.
    pub(crate) fn stream(&self) -> StreamId {
        let number = self.streams.get() + 1;
        self.streams.set(number);
        StreamId::new(number)
    }

    /// Assigns a number to a new end of a channel.
    pub(crate) fn port(&self) -> PortId {
        PortId::new(self.source())
    }

    /// Assigns a number to an operation that runs in parallel.
    pub(crate) fn arrival(&self) -> ArrivalId {
        ArrivalId::new(self.source())
    }

    fn source(&self) -> u64 {
        self.sources.replace(self.sources.get() + 1)
    }
}
