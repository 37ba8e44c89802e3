//! Controls when the allocator of the command returns memory to the operating system.
//!
//! The allocator is mimalloc 2. After a burst of a million tasks, mimalloc 3 keeps ten megabytes more for internal
//! lists.

use libmimalloc_sys::{mi_collect, mi_option_set, mi_option_t};

/// The option that sets how many milliseconds freed memory is kept; large regions are kept ten times as long. The crate
/// has no name for it.
const PURGE_DELAY: mi_option_t = 15;

/// Makes the allocator keep freed memory for one second, and large regions for ten seconds, unless [`release_memory`]
/// is called. Must be called before much memory is in use.
///
/// The default is a hundredth of that. A busy program soon needs the memory again, and the operating system first
/// clears every page. That would take a twentieth of the run time when tasks are posted a hundred thousand at a time.
pub(super) fn set_up() {
    // SAFETY: any option may be set at any time, to any value.
    unsafe { mi_option_set(PURGE_DELAY, 1_000) };
}

/// Makes the allocator ask for large pages. If the process forks, the system copies one entry for each page.
#[cfg(unix)]
pub(super) fn use_large_pages() {
    // SAFETY: any option may be set at any time, to any value.
    unsafe { mi_option_set(libmimalloc_sys::mi_option_large_os_pages, 1) };
}

/// Returns freed memory to the operating system. The allocator only does so when the program allocates, so a sleeping
/// program would keep the memory forever.
pub(super) fn release_memory() {
    // SAFETY: `mi_collect` may be called at any time.
    unsafe { mi_collect(true) };
}
