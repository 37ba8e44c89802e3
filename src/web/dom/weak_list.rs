//! A list that does not keep its members alive.

use boa_gc::{Finalize, Gc, Trace, WeakGc};

/// Weak references in the order in which they were added. Whenever the list has doubled in length, the dead references
/// are removed, so adding takes amortized O(1) time and dead references do not accumulate.
#[derive(Trace, Finalize)]
pub(crate) struct WeakList<T: Trace + 'static> {
    list: Vec<WeakGc<T>>,
    #[unsafe_ignore_trace]
    sweep_at: usize,
}

impl<T: Trace + 'static> Default for WeakList<T> {
    fn default() -> Self {
        Self { list: Vec::new(), sweep_at: 0 }
    }
}

impl<T: Trace + 'static> WeakList<T> {
    pub(crate) fn push(&mut self, member: &Gc<T>) {
        if self.list.len() >= self.sweep_at {
            self.sweep();
            self.sweep_at = (self.list.len() * 2).max(16);
        }
        self.list.push(WeakGc::new(member));
    }

    /// Removes the dead references. Returns whether there are others.
    pub(crate) fn sweep(&mut self) -> bool {
        self.list.retain(WeakGc::is_upgradable);
        !self.list.is_empty()
    }

    /// Returns the members that are alive, oldest first.
    #[must_use]
    pub(crate) fn live(&self) -> Vec<Gc<T>> {
        self.list.iter().filter_map(WeakGc::upgrade).collect()
    }

    /// Returns weak references to the members that are alive, oldest first.
    pub(crate) fn live_references(&self) -> Vec<WeakGc<T>> {
        self.list.iter().filter(|member| member.is_upgradable()).cloned().collect()
    }

    /// The number of members, with those that have died since the last sweep.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// Removes all members and returns those that are alive, oldest first.
    pub(crate) fn take(&mut self) -> Vec<Gc<T>> {
        let live = self.live();
        self.list.clear();
        live
    }
}
