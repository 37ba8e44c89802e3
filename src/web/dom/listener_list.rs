//! The [event listener list](https://dom.spec.whatwg.org/#eventtarget-event-listener-list) of a target.

use boa_engine::JsString;
use boa_gc::{Finalize, Gc, Trace};
use rustc_hash::FxHashMap;

use super::event_listener::{Listener, ListenerKey};

/// The longest list without an index. Nearly all lists are short: searching them takes less time than a hash, and less
/// memory.
const LONGEST_WITHOUT_INDEX: usize = 16;

/// Listeners in the order in which they were added. Adding, finding and removing one take O(1) time, amortized; finding
/// those of an event type takes time for these only, unless the list is short.
#[derive(Default, Trace, Finalize)]
pub(super) struct ListenerList {
    /// In a list with an index, a removed listener leaves `None`, so that the others keep their positions.
    slots: Vec<Option<Gc<Listener>>>,
    #[unsafe_ignore_trace]
    index: Option<Box<Index>>,
}

/// The index of a long list. It holds no references to objects.
#[derive(Default)]
struct Index {
    positions: FxHashMap<ListenerKey, usize>,
    types: FxHashMap<JsString, OfType>,
}

/// Where the listeners of an event type are.
#[derive(Default)]
struct OfType {
    /// The number of listeners.
    count: usize,
    /// Their positions, and those of some listeners that have been removed.
    positions: Vec<usize>,
}

impl ListenerList {
    /// The number of listeners.
    pub(super) fn len(&self) -> usize {
        self.index.as_ref().map_or(self.slots.len(), |index| index.positions.len())
    }

    /// The listeners of an event type, oldest first.
    pub(super) fn of_type(&self, event_type: &JsString) -> impl Iterator<Item = &Gc<Listener>> {
        let (positions, slots) = match &self.index {
            Some(index) => (index.types.get(event_type).map_or(&[][..], |of_type| &of_type.positions), &[][..]),
            None => (&[][..], &self.slots[..]),
        };
        let indexed = positions.iter().filter_map(|&position| self.slots.get(position));
        indexed.chain(slots).flatten().filter(|listener| listener.event_type == *event_type)
    }

    /// Whether there is a listener for this event type.
    pub(super) fn has_type(&self, event_type: &JsString) -> bool {
        match &self.index {
            Some(index) => index.types.contains_key(event_type),
            None => self.of_type(event_type).next().is_some(),
        }
    }

    /// Returns the listener with this key, if there is one.
    pub(super) fn get(&self, key: &ListenerKey) -> Option<&Gc<Listener>> {
        self.slots.get(self.position(key)?)?.as_ref()
    }

    /// Adds a listener whose key no other has.
    pub(super) fn push(&mut self, listener: Gc<Listener>) {
        let position = self.slots.len();
        if self.index.is_none() && position >= LONGEST_WITHOUT_INDEX {
            self.index = Some(Box::new(Index::of(&self.slots)));
        }
        if let Some(index) = &mut self.index {
            index.add(&listener, position);
        }
        self.slots.push(Some(listener));
    }

    /// Removes the listener with this key, if there is one, and returns it.
    pub(super) fn remove(&mut self, key: &ListenerKey) -> Option<Gc<Listener>> {
        let position = self.position(key)?;
        let Some(index) = &mut self.index else { return self.slots.remove(position) };
        let removed = self.slots.get_mut(position)?.take();
        index.remove(key, &self.slots);
        if self.slots.len() > 2 * index.positions.len() {
            self.close_the_gaps();
        }
        removed
    }

    fn position(&self, key: &ListenerKey) -> Option<usize> {
        match &self.index {
            Some(index) => index.positions.get(key).copied(),
            None => self.slots.iter().position(|slot| slot.as_ref().is_some_and(|listener| listener.key() == *key)),
        }
    }

    /// Removes the slots of removed listeners. There are as many as listeners, so this takes O(1) time per removal.
    fn close_the_gaps(&mut self) {
        self.slots.retain(Option::is_some);
        self.slots.shrink_to_fit();
        let needs_index = self.slots.len() > LONGEST_WITHOUT_INDEX;
        self.index = needs_index.then(|| Box::new(Index::of(&self.slots)));
    }
}

impl Index {
    fn of(slots: &[Option<Gc<Listener>>]) -> Self {
        let mut index = Self::default();
        for (position, listener) in slots.iter().enumerate() {
            if let Some(listener) = listener {
                index.add(listener, position);
            }
        }
        index
    }

    fn add(&mut self, listener: &Listener, position: usize) {
        self.positions.insert(listener.key(), position);
        let of_type = self.types.entry(listener.event_type.clone()).or_default();
        of_type.count += 1;
        of_type.positions.push(position);
    }

    /// Removes the listener with this key, whose slot is empty.
    fn remove(&mut self, key: &ListenerKey, slots: &[Option<Gc<Listener>>]) {
        self.positions.remove(key);
        let Some(of_type) = self.types.get_mut(&key.event_type) else { return };
        of_type.count -= 1;
        if of_type.count == 0 {
            self.types.remove(&key.event_type);
        } else if of_type.positions.len() > 2 * of_type.count {
            of_type.positions.retain(|&position| slots.get(position).is_some_and(Option::is_some));
        }
    }
}

#[cfg(test)]
mod tests {
    use boa_engine::JsObject;
    use boa_gc::{GcRefCell, WeakGc, force_collect};
    use proptest::prelude::*;

    use super::super::event_listener::{Callback, Phase};
    use super::*;

    const LISTENERS: usize = 80;

    fn event_type(number: usize) -> JsString {
        ["a", "b", "c"][number % 3].into()
    }

    fn listener(number: usize, callbacks: &[JsObject]) -> Listener {
        let phase = if number.is_multiple_of(2) { Phase::Bubbling } else { Phase::Capturing };
        Listener::new(event_type(number), Callback::Listener(Some(callbacks[number].clone())), phase)
    }

    proptest! {
        /// Removes a listener if the list has it, and adds it otherwise.
        #[test]
        fn a_list_is_like_a_vector(numbers in prop::collection::vec(0..LISTENERS, 0..400)) {
            let callbacks: Vec<_> = (0..LISTENERS).map(|_| JsObject::with_null_proto()).collect();
            let key = |number: usize| listener(number, &callbacks).key();
            let mut list = ListenerList::default();
            let mut model: Vec<usize> = Vec::new();
            for number in numbers {
                if let Some(position) = model.iter().position(|other| *other == number) {
                    model.remove(position);
                    prop_assert_eq!(list.remove(&key(number)).map(|removed| removed.key()), Some(key(number)));
                } else {
                    prop_assert!(list.get(&key(number)).is_none() && list.remove(&key(number)).is_none());
                    list.push(Gc::new(listener(number, &callbacks)));
                    model.push(number);
                }
                prop_assert_eq!(list.len(), model.len());
                let has_type = model.iter().any(|other| other % 3 == number % 3);
                prop_assert_eq!(list.has_type(&event_type(number)), has_type);
            }
            for number in 0..3 {
                let found: Vec<_> = list.of_type(&event_type(number)).map(|listener| listener.key()).collect();
                let expected = model.iter().filter(|other| *other % 3 == number);
                prop_assert_eq!(found, expected.map(|number| key(*number)).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn a_removed_listener_can_be_collected() {
        let callbacks: Vec<_> = (0..LISTENERS).map(|_| JsObject::with_null_proto()).collect();
        for others in [0, 40] {
            let list = Gc::new(GcRefCell::new(ListenerList::default()));
            (0..others).for_each(|number| list.borrow_mut().push(Gc::new(listener(number, &callbacks))));
            let newest = Gc::new(listener(others, &callbacks));
            let (key, weak) = (newest.key(), WeakGc::new(&newest));
            list.borrow_mut().push(newest);
            force_collect();
            assert!(weak.is_upgradable());
            drop(list.borrow_mut().remove(&key));
            force_collect();
            assert!(!weak.is_upgradable());
        }
    }
}
