//! [Waiter lists](https://tc39.es/ecma262/#sec-waiterlist-records).

use std::collections::BTreeMap;

/// A place in shared memory: the address of its block, and the index of a byte in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) block: usize,
    pub(super) byte: usize,
}

/// Identifies a waiter: its list, and its position among all waiters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct WaiterKey {
    place: Place,
    number: u64,
}

/// All waiter lists. Each operation takes O(log n) for each waiter that it adds or removes.
pub(super) struct WaiterLists<W> {
    waiters: BTreeMap<WaiterKey, W>,
    last: u64,
}

impl<W> Default for WaiterLists<W> {
    fn default() -> Self {
        Self { waiters: BTreeMap::new(), last: 0 }
    }
}

impl<W> WaiterLists<W> {
    /// Adds a waiter at the end of the list of a place.
    pub(super) fn add(&mut self, place: Place, waiter: W) -> WaiterKey {
        self.last += 1;
        let key = WaiterKey { place, number: self.last };
        self.waiters.insert(key, waiter);
        key
    }

    pub(super) fn get_mut(&mut self, key: WaiterKey) -> Option<&mut W> {
        self.waiters.get_mut(&key)
    }

    pub(super) fn remove(&mut self, key: WaiterKey) -> Option<W> {
        self.waiters.remove(&key)
    }

    /// Removes at most this many waiters from the start of the list of a place.
    pub(super) fn take(&mut self, place: Place, most: u64) -> Vec<W> {
        let of_place = WaiterKey { place, number: 0 }..=WaiterKey { place, number: u64::MAX };
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let keys: Vec<_> = self.waiters.range(of_place).map(|(key, _)| *key).take(most).collect();
        keys.iter().filter_map(|key| self.waiters.remove(key)).collect()
    }

    /// Removes all waiters for which `is_removed` is true, and returns them. O(n).
    pub(super) fn remove_all(&mut self, is_removed: impl Fn(&W) -> bool) -> Vec<W> {
        self.waiters.extract_if(.., |_, waiter| is_removed(waiter)).map(|(_, waiter)| waiter).collect()
    }

    /// All waiters, those of one place in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &W> {
        self.waiters.values()
    }
}

#[cfg(test)]
mod tests {
    use super::{Place, WaiterLists};

    const PLACES: [Place; 3] = [Place { block: 1, byte: 0 }, Place { block: 1, byte: 4 }, Place { block: 2, byte: 0 }];

    #[test]
    fn the_first_come_first() {
        let mut lists = WaiterLists::default();
        for number in 0..9 {
            lists.add(PLACES[number % 3], number);
        }
        assert_eq!(lists.take(PLACES[1], 2), [1, 4]);
        assert_eq!(lists.take(PLACES[1], u64::MAX), [7]);
        assert!(lists.take(PLACES[1], u64::MAX).is_empty());
        assert!(lists.take(PLACES[0], 0).is_empty());
        assert_eq!(lists.iter().count(), 6);
    }

    #[test]
    fn waiters_are_removed_by_their_keys() {
        let mut lists = WaiterLists::default();
        let keys = PLACES.map(|place| lists.add(place, place.byte));
        assert_eq!(lists.remove(keys[1]), Some(4));
        assert_eq!(lists.remove(keys[1]), None);
        assert_eq!(lists.remove_all(|&byte| byte == 0), [0, 0]);
        assert_eq!(lists.iter().count(), 0);
    }
}
