//! A list that does not keep its members alive.

use boa_gc::{Finalize, Gc, Trace, WeakGc};

/// Weak references in the order they were added. Those whose object is gone are swept out whenever the list has doubled,
/// so adding is O(1) on average and a list never holds much more than what is alive.
#[derive(Trace, Finalize)]
pub struct WeakList<T: Trace + 'static> {
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
    /// Adds a member.
    pub fn push(&mut self, member: &Gc<T>) {
        if self.list.len() >= self.sweep_at {
            self.list.retain(WeakGc::is_upgradable);
            self.sweep_at = (self.list.len() * 2).max(16);
        }
        self.list.push(WeakGc::new(member));
    }

    /// The members that are alive, oldest first.
    #[must_use]
    pub fn live(&self) -> Vec<Gc<T>> {
        self.list.iter().filter_map(WeakGc::upgrade).collect()
    }

    /// Removes all members and returns those that are alive, oldest first.
    pub fn take(&mut self) -> Vec<Gc<T>> {
        let live = self.live();
        self.list.clear();
        live
    }
}
