//! The [event listener list](https://dom.spec.whatwg.org/#eventtarget-event-listener-list) of a target.

use boa_engine::JsString;
use boa_gc::{Finalize, Gc, Trace};
use rustc_hash::FxHashMap;

use super::event_listener::{Listener, ListenerKey};

/// The longest list without an index. Nearly all lists are short: searching them takes less time than a hash, and less
/// memory.
const LONGEST_WITHOUT_INDEX: usize = 16;

/// Listeners in the order in which they were added. Adding, finding and removing one take O(1) time, amortized.
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
    /// The number of listeners of each event type.
    counts: FxHashMap<JsString, usize>,
}

impl ListenerList {
    /// The number of listeners.
    pub(super) fn len(&self) -> usize {
        self.index.as_ref().map_or(self.slots.len(), |index| index.positions.len())
    }

    /// All listeners, oldest first.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Gc<Listener>> {
        self.slots.iter().flatten()
    }

    /// Whether there is a listener for this event type.
    pub(super) fn has_type(&self, event_type: &JsString) -> bool {
        match &self.index {
            Some(index) => index.counts.contains_key(event_type),
            None => self.iter().any(|listener| listener.event_type == *event_type),
        }
    }

    /// Returns the listener with this key, if there is one.
    pub(super) fn get(&self, key: &ListenerKey) -> Option<&Gc<Listener>> {
        self.slots.get(self.position(key)?)?.as_ref()
    }

    /// Adds a listener whose key no other has.
    pub(super) fn push(&mut self, listener: Gc<Listener>) {
        let position = self.slots.len();
        match &mut self.index {
            Some(index) => index.add(&listener, position),
            None if position >= LONGEST_WITHOUT_INDEX => {
                let mut index = Index::of(&self.slots);
                index.add(&listener, position);
                self.index = Some(Box::new(index));
            }
            None => {}
        }
        self.slots.push(Some(listener));
    }

    /// Removes the listener with this key, if there is one, and returns it.
    pub(super) fn remove(&mut self, key: &ListenerKey) -> Option<Gc<Listener>> {
        let position = self.position(key)?;
        let Some(index) = &mut self.index else { return self.slots.remove(position) };
        index.remove(key);
        let removed = self.slots.get_mut(position)?.take();
        if self.slots.len() > 2 * index.positions.len() {
            self.close_the_gaps();
        }
        removed
    }

    fn position(&self, key: &ListenerKey) -> Option<usize> {
        match &self.index {
            Some(index) => index.positions.get(key).copied(),
            None => self.iter().position(|listener| listener.key() == *key),
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
        *self.counts.entry(listener.event_type.clone()).or_default() += 1;
    }

    fn remove(&mut self, key: &ListenerKey) {
        self.positions.remove(key);
        if let Some(count) = self.counts.get_mut(&key.event_type) {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&key.event_type);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use boa_engine::js_string;
    use boa_gc::{GcRefCell, WeakGc, force_collect};
    use proptest::prelude::*;

    use super::super::event_listener::{Callback, Phase};
    use super::*;

    /// Event handlers of different types and phases: they need no context.
    fn listener(number: u8) -> Listener {
        let phase = if number.is_multiple_of(2) { Phase::Bubbling } else { Phase::Capturing };
        Listener::new(format!("type{}", number / 2).as_str().into(), Callback::Handler, phase)
    }

    proptest! {
        /// Removes a listener if the list has it, and adds it otherwise.
        #[test]
        fn a_list_is_like_a_vector(numbers in prop::collection::vec(0_u8..80, 0..400)) {
            let mut list = ListenerList::default();
            let mut model: Vec<u8> = Vec::new();
            for number in numbers {
                let key = listener(number).key();
                match model.iter().position(|other| *other == number) {
                    Some(position) => {
                        model.remove(position);
                        let removed = list.remove(&key).map(|removed| removed.key());
                        prop_assert_eq!(removed, Some(key));
                    }
                    None => {
                        prop_assert!(list.get(&key).is_none() && list.remove(&key).is_none());
                        list.push(Gc::new(listener(number)));
                        model.push(number);
                    }
                }
                prop_assert_eq!(list.len(), model.len());
                let event_type = &listener(number).event_type;
                prop_assert_eq!(list.has_type(event_type), model.iter().any(|other| other / 2 == number / 2));
            }
            let keys: Vec<_> = list.iter().map(|listener| listener.key()).collect();
            let expected: Vec<_> = model.iter().map(|number| listener(*number).key()).collect();
            prop_assert_eq!(keys, expected);
        }
    }

    #[test]
    fn a_removed_listener_can_be_collected() {
        for others in [0, 40] {
            let list = Gc::new(GcRefCell::new(ListenerList::default()));
            (0..others).for_each(|number| list.borrow_mut().push(Gc::new(listener(number))));
            let last = Gc::new(Listener::new(js_string!("a"), Callback::Handler, Phase::Bubbling));
            let (key, weak) = (last.key(), WeakGc::new(&last));
            list.borrow_mut().push(last);
            force_collect();
            assert!(weak.is_upgradable());
            drop(list.borrow_mut().remove(&key));
            force_collect();
            assert!(!weak.is_upgradable());
        }
    }
}
