//! The command's memory: when its allocator returns what it keeps.

use libmimalloc_sys::{mi_collect, mi_option_set, mi_option_t};

/// How long freed memory stays, in milliseconds; the crate does not name this option.
const PURGE_DELAY: mi_option_t = 15;

/// Makes the allocator keep freed memory for ten seconds, unless it is told to [give it back](give_back). To be called before there is much.
///
/// It would be one second. A busy program wants the memory again, piece by piece, and the system clears every piece first: a third of the
/// time of a million tasks went there.
pub(super) fn set_up() {
    // SAFETY: an option may be set at any time, to any value.
    unsafe { mi_option_set(PURGE_DELAY, 10_000) };
}

/// Returns freed memory to the operating system. The allocator looks at what it keeps only while somebody allocates: a program that sleeps
/// would keep it for ever.
pub(super) fn give_back() {
    // SAFETY: it may be called at any time.
    unsafe { mi_collect(true) };
}
