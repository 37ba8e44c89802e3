//! Storage for millions of small items, each identified by an index.
//!
//! Items are stored in chunks that never move. One growing array would copy all items each time it is full, in the
//! middle of a call to `postTask`, and leave the old, smaller arrays behind as freed memory.

use std::ops::{Index, IndexMut};

/// The number of items in a chunk.
const CHUNK: usize = 1024;

/// The index of an item, or none, in half the memory of an `Option<u32>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link(u32);

impl Link {
    pub(super) const NONE: Self = Self(u32::MAX);

    pub(super) fn to(index: u32) -> Self {
        Self(index)
    }

    pub(super) fn get(self) -> Option<u32> {
        (self != Self::NONE).then_some(self.0)
    }
}

/// The lower half of an age. It distinguishes an item from a later item with the same index, until four billion items
/// later, and takes half the memory of the age.
pub(crate) const fn low_half(age: u64) -> u32 {
    (age & 0xffff_ffff) as u32
}

enum Slot<T> {
    Taken(T),
    /// A free slot, with a link to the next free slot.
    Free(Link),
}

/// Items of type `T`. Adding, finding and removing an item are O(1) and never move other items.
pub(crate) struct Arena<T> {
    chunks: Vec<Vec<Slot<T>>>,
    free: Link,
    len: usize,
}

impl<T> Arena<T> {
    pub(crate) const fn new() -> Self {
        Self { chunks: Vec::new(), free: Link::NONE, len: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Adds an item and returns its index, which may be the index of an item that has been removed.
    ///
    /// # Panics
    ///
    /// Panics if there are already four billion items, which would take hundreds of gigabytes of memory.
    pub(crate) fn insert(&mut self, thing: T) -> u32 {
        self.len += 1;
        if let Some(index) = self.free.get() {
            let slot = self.slot_mut(index);
            let next = if let Slot::Free(next) = slot { *next } else { Link::NONE };
            *slot = Slot::Taken(thing);
            self.free = next;
            return index;
        }
        if self.chunks.last().is_none_or(|chunk| chunk.len() == CHUNK) {
            self.chunks.push(Vec::with_capacity(CHUNK));
        }
        let full_chunks = self.chunks.len() - 1;
        let chunk = &mut self.chunks[full_chunks];
        let index =
            u32::try_from(full_chunks * CHUNK + chunk.len()).ok().filter(|&index| Link::to(index) != Link::NONE);
        chunk.push(Slot::Taken(thing));
        index.unwrap_or_else(|| panic!("too many tasks, queues or timers"))
    }

    /// Removes an item. If it was the last one, all chunks but one are freed.
    pub(crate) fn remove(&mut self, index: u32) -> Option<T> {
        let slot = self.chunks.get_mut(index as usize / CHUNK)?.get_mut(index as usize % CHUNK)?;
        if matches!(slot, Slot::Free(_)) {
            return None;
        }
        let slot = std::mem::replace(slot, Slot::Free(self.free));
        self.free = Link::to(index);
        self.len -= 1;
        if self.len == 0 {
            self.chunks.truncate(1);
            self.chunks.iter_mut().for_each(Vec::clear);
            self.free = Link::NONE;
        }
        match slot {
            Slot::Taken(thing) => Some(thing),
            Slot::Free(_) => None,
        }
    }

    pub(crate) fn get(&self, index: u32) -> Option<&T> {
        let index = index as usize;
        match self.chunks.get(index / CHUNK)?.get(index % CHUNK)? {
            Slot::Taken(thing) => Some(thing),
            Slot::Free(_) => None,
        }
    }

    /// All items, in the order of their indices.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        self.chunks.iter().flatten().zip(0..).filter_map(|(slot, index)| match slot {
            Slot::Taken(thing) => Some((index, thing)),
            Slot::Free(_) => None,
        })
    }

    fn slot_mut(&mut self, index: u32) -> &mut Slot<T> {
        &mut self.chunks[index as usize / CHUNK][index as usize % CHUNK]
    }
}

impl<T> Index<u32> for Arena<T> {
    type Output = T;

    fn index(&self, index: u32) -> &T {
        self.get(index).unwrap_or_else(|| panic!("no item has the index {index}"))
    }
}

impl<T> IndexMut<u32> for Arena<T> {
    fn index_mut(&mut self, index: u32) -> &mut T {
        match self.slot_mut(index) {
            Slot::Taken(thing) => thing,
            Slot::Free(_) => panic!("no item has the index {index}"),
        }
    }
}
