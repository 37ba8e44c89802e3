//! Storage for millions of small items, each identified by an index.
//!
//! Items are stored in chunks that never move. One growing array would copy all items each time it is full, in the
//! middle of a call to `postTask`, and leave the old, smaller arrays behind as freed memory.

use std::ops::{Index, IndexMut};

/// The number of items in a chunk. An idle runtime has one with six queues.
const CHUNK: u32 = 32;

/// The slots of a chunk.
type Chunk<T> = [Slot<T>; CHUNK as usize];

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
    chunks: Vec<Box<Chunk<T>>>,
    /// The slot that the next item takes.
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

    /// Adds the item that `make` returns, and returns its index, which may be that of an item that has been removed.
    ///
    /// # Panics
    ///
    /// Panics if there are already four billion items, which would take hundreds of gigabytes of memory.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "an item that is copied to a call is copied through memory, which waits")]
    pub(crate) fn insert_with(&mut self, make: impl FnOnce() -> T) -> u32 {
        let index = self.free.get().unwrap_or_else(|| self.add_a_chunk());
        let slot = &mut self.chunks[(index / CHUNK) as usize][(index % CHUNK) as usize];
        if let Slot::Free(next) = slot {
            self.free = *next;
        }
        // The item is made last, and nothing is dropped: the compiler writes it in place instead of copying it.
        std::mem::forget(std::mem::replace(slot, Slot::Taken(make())));
        self.len += 1;
        index
    }

    /// Adds a chunk of free slots, and returns the index of the first one.
    #[cold]
    fn add_a_chunk(&mut self) -> u32 {
        let end = u32::try_from(self.chunks.len() + 1).ok().and_then(|chunks| chunks.checked_mul(CHUNK));
        let end = end.unwrap_or_else(|| panic!("too many tasks, queues or timers"));
        let first = end - CHUNK;
        let mut indices = first..end;
        let chunk = std::array::from_fn(|_| {
            indices.next();
            Slot::Free(if indices.is_empty() { Link::NONE } else { Link::to(indices.start) })
        });
        self.chunks.push(Box::new(chunk));
        first
    }

    /// Removes an item. If it was the last one of several chunks, they are freed.
    pub(crate) fn remove(&mut self, index: u32) -> Option<T> {
        let slot = &mut self.chunks.get_mut((index / CHUNK) as usize)?[(index % CHUNK) as usize];
        if matches!(slot, Slot::Free(_)) {
            return None;
        }
        let slot = std::mem::replace(slot, Slot::Free(self.free));
        self.free = Link::to(index);
        self.len -= 1;
        if self.len == 0 && self.chunks.len() > 1 {
            self.free_the_chunks();
        }
        match slot {
            Slot::Taken(thing) => Some(thing),
            Slot::Free(_) => None,
        }
    }

    #[cold]
    fn free_the_chunks(&mut self) {
        self.chunks.clear();
        self.free = Link::NONE;
    }

    pub(crate) fn get(&self, index: u32) -> Option<&T> {
        match &self.chunks.get((index / CHUNK) as usize)?[(index % CHUNK) as usize] {
            Slot::Taken(thing) => Some(thing),
            Slot::Free(_) => None,
        }
    }

    /// All items, in the order of their indices.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        self.chunks.iter().flat_map(|chunk| chunk.iter()).zip(0..).filter_map(|(slot, index)| match slot {
            Slot::Taken(thing) => Some((index, thing)),
            Slot::Free(_) => None,
        })
    }

    fn slot_mut(&mut self, index: u32) -> &mut Slot<T> {
        &mut self.chunks[(index / CHUNK) as usize][(index % CHUNK) as usize]
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
