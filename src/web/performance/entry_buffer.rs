//! Entries by type and name: the [performance entry buffer map] of a realm, and the list that an observer receives.
//!
//! [performance entry buffer map]: https://w3c.github.io/performance-timeline/#dfn-performance-entry-buffer-map

use std::cmp::Ordering;
use std::collections::BTreeMap;

use boa_engine::JsString;
use boa_gc::{Finalize, Trace};

use super::entry_filter::Filter;
use super::entry_type::EntryType;
use super::performance_entry::Entry;

/// An entry, and the number of entries that were queued before it.
type Queued = (u64, Entry);

/// Entries of all types, indexed by name. In the costs below, *n* is the number of entries and *k* is the number of
/// entries that are returned or removed.
#[derive(Default, Trace, Finalize)]
pub(super) struct EntryBuffer {
    /// By type, then by name. Each list is in queue order.
    entries: [BTreeMap<JsString, Vec<Queued>>; EntryType::LISTED.len()],
    queued: u64,
}

impl FromIterator<Entry> for EntryBuffer {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Self {
        let mut buffer = Self::default();
        for entry in entries {
            buffer.push(entry);
        }
        buffer
    }
}

impl EntryBuffer {
    /// Adds an entry. O(log n).
    pub(super) fn push(&mut self, entry: Entry) {
        let by_name = &mut self.entries[entry.state.entry_type as usize];
        by_name.entry(entry.state.name.clone()).or_default().push((self.queued, entry));
        self.queued += 1;
    }

    /// Returns the entry of this type and name that was queued last. O(log n).
    pub(super) fn latest(&self, entry_type: EntryType, name: &JsString) -> Option<&Entry> {
        self.entries[entry_type as usize].get(name)?.last().map(|(_, entry)| entry)
    }

    /// Removes the entries of a type; if a name is given, only those with this name. O(log n + k).
    pub(super) fn clear(&mut self, entry_type: EntryType, name: Option<&JsString>) {
        let by_name = &mut self.entries[entry_type as usize];
        match name {
            Some(name) => drop(by_name.remove(name)),
            None => by_name.clear(),
        }
    }

    /// Returns the entries of a type in queue order. O(k log k).
    pub(super) fn of_type(&self, entry_type: EntryType) -> Vec<Entry> {
        let mut queued: Vec<&Queued> = self.entries[entry_type as usize].values().flatten().collect();
        queued.sort_unstable_by_key(|(position, _)| *position);
        queued.into_iter().map(|(_, entry)| entry.clone()).collect()
    }

    /// [Filters the buffer map by name and type][1]. The matching entries are sorted by start time; entries with the
    /// same start time stay in queue order. O(log n + k log k).
    ///
    /// [1]: https://w3c.github.io/performance-timeline/#dfn-filter-buffer-by-name-and-type
    pub(super) fn matching(&self, filter: &Filter) -> Vec<Entry> {
        // Omitted: step 5.2, types that are not available from the timeline: there are none.
        let mut matching: Vec<&Queued> = Vec::new();
        for (_, by_name) in EntryType::LISTED.into_iter().zip(&self.entries).filter(|(kind, _)| filter.includes(*kind))
        {
            match &filter.name {
                Some(name) => matching.extend(by_name.get(name).into_iter().flatten()),
                None => matching.extend(by_name.values().flatten()),
            }
        }
        matching.sort_unstable_by(|(position, entry), (other_position, other)| {
            let by_time = (entry.state.start_time, position).partial_cmp(&(other.state.start_time, other_position));
            // No start time is NaN.
            by_time.unwrap_or(Ordering::Equal)
        });
        matching.into_iter().map(|(_, entry)| entry.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use boa_engine::{JsObject, js_string};
    use boa_gc::Gc;
    use proptest::prelude::*;

    use super::super::performance_entry::PerformanceEntry;
    use super::*;

    const NAMES: [&str; 4] = ["a", "ab", "ä", "→"];
    const START_TIMES: [f64; 4] = [0.0, -0.0, 1.0, 2.0];

    #[derive(Clone, Debug)]
    enum Operation {
        Queue(EntryType, &'static str, f64),
        Clear(EntryType, Option<&'static str>),
    }
    use Operation::{Clear, Queue};

    fn operation() -> impl Strategy<Value = Operation> {
        let kind = || prop::sample::select(&EntryType::LISTED);
        let name = || prop::sample::select(&NAMES);
        prop_oneof![
            8 => (kind(), name(), prop::sample::select(&START_TIMES)).prop_map(|(k, n, start)| Queue(k, n, start)),
            2 => (kind(), name()).prop_map(|(kind, name)| Clear(kind, Some(name))),
            1 => kind().prop_map(|kind| Clear(kind, None)),
        ]
    }

    /// Creates an entry whose duration identifies it.
    fn entry(entry_type: EntryType, name: &str, start_time: f64, duration: f64) -> Entry {
        let state = PerformanceEntry::new(js_string!(name), entry_type, start_time, duration);
        Entry { object: JsObject::with_null_proto(), state: Gc::new(state) }
    }

    /// Returns the durations of the entries with this type and this name; `None` matches all.
    fn naive(entries: &[Entry], kind: Option<EntryType>, name: Option<&str>) -> Vec<f64> {
        let matches = |entry: &&Entry| {
            kind.is_none_or(|kind| entry.state.entry_type == kind)
                && name.is_none_or(|name| entry.state.name == js_string!(name))
        };
        entries.iter().filter(matches).map(|entry| entry.state.duration).collect()
    }

    fn durations(entries: &[Entry]) -> Vec<f64> {
        naive(entries, None, None)
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(100) })]

        #[test]
        fn the_buffer_agrees_with_a_list(operations in prop::collection::vec(operation(), 1..40)) {
            let mut buffer = EntryBuffer::default();
            let mut list: Vec<Entry> = Vec::new();
            for (label, operation) in (0_u32..).zip(operations) {
                match operation {
                    Queue(kind, name, start_time) => {
                        let entry = entry(kind, name, start_time, label.into());
                        buffer.push(entry.clone());
                        list.push(entry);
                    }
                    Clear(kind, name) => {
                        buffer.clear(kind, name.map(|name| js_string!(name)).as_ref());
                        let gone = naive(&list, Some(kind), name);
                        list.retain(|entry| !gone.contains(&entry.state.duration));
                    }
                }
                let mut by_time = list.clone();
                by_time.sort_by(|a, b| a.state.start_time.partial_cmp(&b.state.start_time).unwrap());
                for kind in [None, Some(EntryType::Mark), Some(EntryType::Measure)] {
                    for name in NAMES.map(Some).into_iter().chain([None]) {
                        let filter = Filter {
                            name: name.map(|name| js_string!(name)),
                            entry_type: kind.map(EntryType::as_js_string),
                        };
                        prop_assert_eq!(durations(&buffer.matching(&filter)), naive(&by_time, kind, name));
                    }
                }
                for kind in EntryType::LISTED {
                    prop_assert_eq!(durations(&buffer.of_type(kind)), naive(&list, Some(kind), None));
                    for name in NAMES {
                        let latest = buffer.latest(kind, &js_string!(name)).map(|entry| entry.state.duration);
                        prop_assert_eq!(latest, naive(&list, Some(kind), Some(name)).last().copied());
                    }
                }
            }
        }
    }
}
