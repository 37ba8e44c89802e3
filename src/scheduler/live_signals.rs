//! The task signals that are alive, for those who want to look at them.

use std::cell::RefCell;

use boa_engine::Context;
use boa_gc::{Gc, WeakGc};

use super::TaskSignal;

/// Task signals in the order in which they were made, held weakly. A context that has none of these keeps no record.
#[derive(Default)]
pub struct LiveSignals {
    list: RefCell<List>,
}

#[derive(Default)]
struct List {
    signals: Vec<(u64, WeakGc<TaskSignal>)>,
    made: u64,
    sweep_at: usize,
}

impl LiveSignals {
    /// Starts to keep a record of the signals that are made in this context from now on.
    pub fn watch(context: &mut Context) {
        context.insert_data(Self::default());
    }

    pub(super) fn note(signal: &Gc<TaskSignal>, context: &Context) {
        let Some(live) = context.get_data::<Self>() else { return };
        let mut list = live.list.borrow_mut();
        if list.signals.len() >= list.sweep_at {
            list.signals.retain(|(_, signal)| signal.is_upgradable());
            list.sweep_at = (list.signals.len() * 2).max(16);
        }
        list.made += 1;
        let number = list.made;
        list.signals.push((number, WeakGc::new(signal)));
    }

    /// The signals that are alive, each with its number: the first one made is 1.
    #[must_use]
    pub fn of(context: &Context) -> Vec<(u64, Gc<TaskSignal>)> {
        let Some(live) = context.get_data::<Self>() else { return Vec::new() };
        let list = live.list.borrow();
        list.signals.iter().filter_map(|(number, signal)| Some((*number, signal.upgrade()?))).collect()
    }
}
