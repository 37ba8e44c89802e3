//! The quirks of one event loop.

use std::cell::Cell;

use super::quirk::{Quirk, Quirks};
use super::registrations::Registrations;

/// How an event loop departs from the standards, and what it must know for that.
#[derive(Default)]
pub(crate) struct HostQuirks {
    quirks: Cell<Quirks>,
    registrations: Registrations,
}

impl HostQuirks {
    /// The quirks.
    #[inline]
    pub(crate) fn get(&self) -> Quirks {
        self.quirks.get()
    }

    /// Replaces the quirks.
    pub(crate) fn set(&self, quirks: Quirks) {
        self.quirks.set(quirks);
    }

    /// Whether the loop departs from the standards in this way.
    #[inline]
    pub(crate) fn has(&self, quirk: Quirk) -> bool {
        self.get().has(quirk)
    }

    /// What is known about job callbacks, in hosts in which they may lose the continuation state.
    #[inline]
    pub(crate) fn registrations(&self) -> Option<&Registrations> {
        self.get().may_lose_states().then_some(&self.registrations)
    }
}
