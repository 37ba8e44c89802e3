//! A map from the numbers of work to what is known about it.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::event_loop::WorkId;

/// How many unused places there may be before old entries move.
const SPARE: usize = 1_024;

/// A map whose keys are added in increasing order, and mostly removed in about the same order.
///
/// Entries are in a list, at the place that their number gives. So looking at them one after the other reads memory in
/// order, which a hash map does not. An entry that stays when most others are gone, such as that of an interval, moves
/// to a hash map. All operations take amortized O(1) time, and the memory is linear in the number of entries.
#[derive(Debug)]
pub(super) struct WorkMap<T> {
    /// The number of the first place in the list.
    base: u64,
    list: VecDeque<Option<T>>,
    /// The number of entries in the list.
    listed: usize,
    old: FxHashMap<u64, T>,
}

impl<T> Default for WorkMap<T> {
    fn default() -> Self {
        Self { base: 0, list: VecDeque::new(), listed: 0, old: FxHashMap::default() }
    }
}

impl<T> WorkMap<T> {
    /// The place of a number in the list, which may be beyond its end. `None` if the number is older.
    fn place(&self, id: WorkId) -> Option<usize> {
        usize::try_from(id.get().checked_sub(self.base)?).ok()
    }

    pub(super) fn get(&self, id: WorkId) -> Option<&T> {
        match self.place(id) {
            Some(place) => self.list.get(place)?.as_ref(),
            None => self.old.get(&id.get()),
        }
    }

    pub(super) fn get_mut(&mut self, id: WorkId) -> Option<&mut T> {
        match self.place(id) {
            Some(place) => self.list.get_mut(place)?.as_mut(),
            None => self.old.get_mut(&id.get()),
        }
    }

    /// Adds an entry, and returns it.
    pub(super) fn insert(&mut self, id: WorkId, value: T) -> &mut T {
        self.move_old_entries(id);
        let Some(place) = self.place(id) else { return self.old.entry(id.get()).insert_entry(value).into_mut() };
        self.list.resize_with(self.list.len().max(place + 1), || None);
        let entry = &mut self.list[place];
        self.listed += usize::from(entry.is_none());
        entry.insert(value)
    }

    pub(super) fn remove(&mut self, id: WorkId) -> Option<T> {
        let Some(place) = self.place(id) else { return self.old.remove(&id.get()) };
        let removed = self.list.get_mut(place)?.take();
        self.listed -= usize::from(removed.is_some());
        while let Some(None) = self.list.front() {
            self.list.pop_front();
            self.base += 1;
        }
        removed
    }

    /// All entries, in no order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (WorkId, &T)> {
        let listed = self.list.iter().enumerate();
        let listed = listed.filter_map(|(place, value)| Some((self.base + place as u64, value.as_ref()?)));
        self.old.iter().map(|(&id, value)| (id, value)).chain(listed).map(|(id, value)| (WorkId::new(id), value))
    }

    /// Moves entries from the front of the list, if most of its places are not used, or would not be with this number.
    fn move_old_entries(&mut self, next: WorkId) {
        let needed = self.place(next).map_or(0, |place| place + 1);
        if needed.max(self.list.len()) <= SPARE + 8 * self.listed {
            return;
        }
        while self.place(next).is_some_and(|place| place > SPARE / 2 + 2 * self.listed) {
            match self.list.pop_front() {
                Some(Some(value)) => {
                    self.old.insert(self.base, value);
                    self.listed -= 1;
                    self.base += 1;
                }
                Some(None) => self.base += 1,
                None => self.base = next.get(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::{Strategy, any, proptest};
    use proptest::{collection, prop_assert, prop_assert_eq};

    use super::{SPARE, WorkMap};
    use crate::event_loop::WorkId;

    /// Steps: how much larger the next number is, and which older entry is removed after it is added.
    fn steps() -> impl Strategy<Value = Vec<(u64, Option<usize>)>> {
        collection::vec((1_u64..3_000, any::<Option<usize>>()), 0..200)
    }

    proptest! {
        #[test]
        fn it_is_a_map(steps in steps()) {
            let (mut map, mut expected, mut number) = (WorkMap::default(), BTreeMap::new(), 0);
            for (step, removed) in steps {
                number += step;
                *map.insert(WorkId::new(number), 0) += number;
                expected.insert(number, number);
                let removed = removed.and_then(|index| expected.keys().nth(index % expected.len()).copied());
                if let Some(removed) = removed {
                    prop_assert_eq!(map.remove(WorkId::new(removed)), expected.remove(&removed));
                    prop_assert_eq!(map.remove(WorkId::new(removed)), None);
                }
                for (key, value) in &expected {
                    prop_assert_eq!(map.get(WorkId::new(*key)), Some(value));
                    prop_assert_eq!(map.get_mut(WorkId::new(*key)).copied(), Some(*value));
                }
                let mut entries: Vec<_> = map.iter().map(|(id, value)| (id.get(), *value)).collect();
                entries.sort_unstable();
                prop_assert!(entries.into_iter().eq(expected.clone()));
            }
        }
    }

    #[test]
    fn memory_is_linear_in_the_entries() {
        let mut map = WorkMap::default();
        map.insert(WorkId::new(1), "stays");
        for number in 2..100_000 {
            map.insert(WorkId::new(number), "goes");
            map.remove(WorkId::new(number));
            assert!(map.list.len() <= 2 * SPARE, "{}", map.list.len());
        }
        map.insert(WorkId::new(u64::MAX), "far away");
        assert!(map.list.len() <= 2 * SPARE, "{}", map.list.len());
        assert_eq!(map.iter().count(), 2);
        assert_eq!(map.get(WorkId::new(1)), Some(&"stays"));
    }
}
