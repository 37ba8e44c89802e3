//! The departures of one event loop.

use std::cell::Cell;

use super::departures::{Departure, Departures};
use super::registrations::Registrations;

/// How an event loop departs from the standards, and what it must know for that.
#[derive(Default)]
pub(crate) struct HostQuirks {
    departures: Cell<Departures>,
    registrations: Registrations,
}

impl HostQuirks {
    /// The departures.
    #[inline]
    pub(crate) fn get(&self) -> Departures {
        self.departures.get()
    }

    /// Replaces the departures.
    pub(crate) fn set(&self, departures: Departures) {
        self.departures.set(departures);
    }

    /// Whether the loop departs from the standards in this way.
    #[inline]
    pub(crate) fn has(&self, departure: Departure) -> bool {
        self.get().has(departure)
    }

    /// What is known about job callbacks, in hosts in which they may lose the continuation state.
    #[inline]
    pub(crate) fn registrations(&self) -> Option<&Registrations> {
        self.get().may_lose_states().then_some(&self.registrations)
    }
}
