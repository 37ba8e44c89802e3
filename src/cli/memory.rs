//! The command's memory: when its allocator returns what it keeps.
//!
//! The allocator is mimalloc's second version. After a wave of a million tasks the third keeps ten megabytes more, for lists of its own.

use libmimalloc_sys::{mi_collect, mi_option_set, mi_option_t};

/// How long freed memory stays, in milliseconds, and large regions ten times as long; the crate does not name this option.
const PURGE_DELAY: mi_option_t = 15;

/// Makes the allocator keep freed memory for a second, and large regions for ten, unless it is told to [give it back](give_back). To be called
/// before there is much.
///
/// It would be a hundredth of that. A busy program wants the memory again, and the system clears every piece first: a twentieth of the time of
/// tasks that are posted a hundred thousand at a time.
pub(super) fn set_up() {
    // SAFETY: an option may be set at any time, to any value.
    unsafe { mi_option_set(PURGE_DELAY, 1_000) };
}

/// Returns freed memory to the operating system. The allocator looks at what it keeps only while somebody allocates: a program that sleeps
/// would keep it for ever.
pub(super) fn give_back() {
    // SAFETY: it may be called at any time.
    unsafe { mi_collect(true) };
}
