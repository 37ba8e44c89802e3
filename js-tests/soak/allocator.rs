//! Counts the bytes that each thread has allocated and not freed, and its allocations.

#![expect(unsafe_code, reason = "an allocator has unsafe methods")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static ALLOCATIONS: Cell<isize> = const { Cell::new(0) };
}

/// The system's allocator, counted.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The number of bytes that this thread has allocated, without those that it has freed.
pub(crate) fn live_bytes() -> isize {
    LIVE.get()
}

/// The number of allocations of this thread that are not freed.
#[allow(dead_code, reason = "only benches/memory.rs uses it")]
pub(crate) fn live_allocations() -> isize {
    ALLOCATIONS.get()
}

fn count(bytes: isize, allocations: isize) {
    // While a thread ends, there are no counters, and nobody asks for them.
    let _ = LIVE.try_with(|live| live.set(live.get() + bytes));
    let _ = ALLOCATIONS.try_with(|live| live.set(live.get() + allocations));
}

// SAFETY: all calls are those of the system's allocator. Counting neither allocates nor unwinds: the counters need no
// initialization and no destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size().cast_signed(), 1);
        // SAFETY: the caller guarantees what this requires.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-layout.size().cast_signed(), -1);
        // SAFETY: the caller guarantees what this requires.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size.cast_signed() - layout.size().cast_signed(), 0);
        // SAFETY: the caller guarantees what this requires.
        unsafe { System.realloc(pointer, layout, size) }
    }
}
