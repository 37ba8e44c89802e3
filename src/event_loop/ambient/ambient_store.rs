//! The current ambient values, and those of waiting work.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::mem;
use std::rc::Rc;

use boa_engine::JsValue;
use rustc_hash::{FxHashMap, FxHashSet};

use super::ambient_values::AmbientValues;
use super::async_context::VariableId;
use super::continuation_state::{ContinuationState, SchedulerId};
use super::owner::OwnerId;
use crate::event_loop::origins::Origin;
use crate::event_loop::work::WorkId;

/// The ambient values of an event loop.
#[derive(Default)]
pub(crate) struct AmbientStore {
    current: RefCell<AmbientValues>,
    /// Whether a value that new work gets was ever set. Until then, new work costs one check.
    travels_with_work: Cell<bool>,
    /// The values of waiting work, if it has any.
    of_work: RefCell<FxHashMap<WorkId, AmbientValues>>,
    abandoned: RefCell<FxHashSet<OwnerId>>,
    next_variable: Cell<VariableId>,
    next_scheduler: Cell<u32>,
}

/// Makes the previous ambient values current again when it is dropped. Returned by [`AmbientStore::enter`].
#[must_use = "the previous values are restored as soon as the guard is dropped"]
pub(crate) struct Entered<'a> {
    current: &'a RefCell<AmbientValues>,
    previous: AmbientValues,
}

impl Drop for Entered<'_> {
    #[inline]
    fn drop(&mut self) {
        // The values that end are dropped only after the previous ones are current again.
        drop(self.current.replace(mem::take(&mut self.previous)));
    }
}

impl AmbientStore {
    /// The current values.
    #[inline]
    pub(crate) fn capture(&self) -> AmbientValues {
        self.current.borrow().clone()
    }

    /// Makes these values the current ones until the guard is dropped, also if something panics. The owner stays if
    /// there is none among them.
    #[inline]
    pub(crate) fn enter(&self, values: AmbientValues) -> Entered<'_> {
        let owner = values.owner.or_else(|| self.owner());
        Entered { current: &self.current, previous: self.current.replace(AmbientValues { owner, ..values }) }
    }

    /// Changes the current values until the active guard is dropped.
    fn update(&self, change: impl FnOnce(AmbientValues) -> AmbientValues) {
        let changed = change(self.capture());
        drop(self.current.replace(changed));
    }

    /// Whether a value that new work gets was ever set.
    #[inline]
    pub(crate) fn travels_with_work(&self) -> bool {
        self.travels_with_work.get()
    }

    /// Captures what `work`, which is being scheduled, gets.
    #[inline]
    pub(crate) fn capture_for(&self, work: WorkId) {
        if self.travels_with_work() {
            self.keep_for(work);
        }
    }

    #[inline(never)]
    fn keep_for(&self, work: WorkId) {
        let values = self.capture().for_new_work();
        if !values.is_empty() {
            self.of_work.borrow_mut().insert(work, values);
        }
    }

    /// Takes the values of work that starts, or that never will.
    #[inline]
    pub(crate) fn take_for(&self, work: WorkId) -> AmbientValues {
        let taken = if self.travels_with_work() { self.of_work.borrow_mut().remove(&work) } else { None };
        taken.unwrap_or_default()
    }

    /// Enters the values of work that starts.
    #[inline]
    pub(crate) fn enter_work(&self, work: WorkId) -> Option<Entered<'_>> {
        self.travels_with_work().then(|| self.enter(self.take_for(work)))
    }

    /// The number of pieces of waiting work that have values.
    #[cfg(test)]
    pub(crate) fn work_count(&self) -> usize {
        self.of_work.borrow().len()
    }

    /// Drops the values of waiting work. The map is not borrowed while they are dropped.
    pub(crate) fn clear(&self) {
        drop(self.of_work.take());
    }

    /// Whom the running code belongs to.
    #[inline]
    pub(crate) fn owner(&self) -> Option<OwnerId> {
        self.current.borrow().owner
    }

    /// Sets whom the running code belongs to, until the active guard is dropped.
    pub(crate) fn set_owner(&self, owner: OwnerId) {
        self.update(|values| AmbientValues { owner: Some(owner), ..values });
    }

    /// Records that the promise reactions of an owner do nothing from now on.
    pub(crate) fn abandon(&self, owner: OwnerId) {
        self.abandoned.borrow_mut().insert(owner);
    }

    pub(crate) fn is_abandoned(&self, owner: OwnerId) -> bool {
        self.abandoned.borrow().contains(&owner)
    }

    /// Where the task was posted whose continuation state is the current one.
    pub(crate) fn origin(&self) -> Option<Origin> {
        self.current.borrow().state.as_ref().and_then(ContinuationState::origin)
    }

    /// Removes the current continuation state, until the active guard is dropped.
    pub(crate) fn drop_state(&self) {
        self.update(AmbientValues::without_state);
    }

    /// Returns the id of a new scheduler.
    pub(crate) fn new_scheduler_id(&self) -> SchedulerId {
        SchedulerId::take(&self.next_scheduler)
    }

    /// Returns the key of a new variable.
    pub(crate) fn new_variable_id(&self) -> VariableId {
        self.next_variable.replace(self.next_variable.get() + 1)
    }

    /// Sets a variable until the guard is dropped.
    pub(crate) fn enter_variable(&self, variable: VariableId, value: JsValue) -> Entered<'_> {
        self.travels_with_work.set(true);
        self.enter(self.capture().with_variable(variable, value))
    }

    /// Sets a variable until the active guard is dropped.
    pub(crate) fn set_variable(&self, variable: VariableId, value: JsValue) {
        self.travels_with_work.set(true);
        self.update(|values| values.with_variable(variable, value));
    }

    /// Sets the value of the embedder until the guard is dropped.
    #[inline(never)]
    pub(crate) fn enter_host_value(&self, value: Rc<dyn Any>) -> Entered<'_> {
        self.travels_with_work.set(true);
        self.enter(self.capture().with_host(value))
    }

    /// Removes all variables, until the active guard is dropped.
    pub(crate) fn drop_variables(&self) {
        if self.travels_with_work() {
            self.update(AmbientValues::without_variables);
        }
    }
}

#[cfg(test)]
mod tests {
    use boa_gc::Gc;

    use super::*;

    #[test]
    fn work_gets_neither_the_state_nor_the_owner() {
        let (store, work) = (AmbientStore::default(), WorkId::new(1));
        store.set_owner(7);
        let state = ContinuationState::new(store.new_scheduler_id(), None, None, Gc::new(1_u32));
        let _state = store.enter(AmbientValues { state: Some(state), ..store.capture() });
        store.capture_for(work);
        assert_eq!(store.work_count(), 0, "there is nothing to keep");
        let _host = store.enter_host_value(Rc::new("a request"));
        store.capture_for(work);
        let values = store.take_for(work);
        assert!(values.state.is_none() && values.owner.is_none() && values.mapping.is_some());
        assert_eq!(store.work_count(), 0);
    }

    #[test]
    fn the_owner_stays_unless_there_is_another() {
        let store = AmbientStore::default();
        store.set_owner(7);
        {
            let _nothing = store.enter(AmbientValues::default());
            assert_eq!(store.owner(), Some(7));
            let _other = store.enter(AmbientValues { owner: Some(8), ..AmbientValues::default() });
            assert_eq!(store.owner(), Some(8));
        }
        assert_eq!(store.owner(), Some(7));
    }
}
