//! The limit on the memory of the process, `--max-memory`.
//!
//! The engine has no such limit, and an allocation that fails would end the process without saying why. Running
//! JavaScript cannot be interrupted, so a process that exceeds the limit ends, with a message.

use std::alloc::{GlobalAlloc, Layout};
use std::ffi::{c_ulonglong, c_void};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use libmimalloc_sys::{mi_process_info, mi_register_deferred_free};
use mimalloc::MiMalloc;
use posttask::internal::event_loop::running_work;

use crate::exit_status::ExitStatus;
use crate::large_allocations::{LARGE, freed, made};
use crate::terminal::say;

/// The allocator of the process. An allocation that fails or exceeds the limit ends the process with a message.
#[derive(Debug)]
pub struct Allocator;

/// The limit in bytes. 0 if there is none.
static LIMIT: AtomicUsize = AtomicUsize::new(0);

/// Whether the process is about to end.
static IS_EXCEEDED: AtomicBool = AtomicBool::new(false);

const MIB: usize = 1 << 20;

// SAFETY: all functions are those of mimalloc. What is added does not unwind. It may use this allocator again: before
// or after a call of mimalloc, or in mimalloc's callback, which may allocate.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        made(layout.size());
        check_a_large_one(layout.size());
        // SAFETY: the caller keeps the contract.
        checked(unsafe { MiMalloc.alloc(layout) }, layout.size())
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        made(layout.size());
        check_a_large_one(layout.size());
        // SAFETY: the caller keeps the contract.
        checked(unsafe { MiMalloc.alloc_zeroed(layout) }, layout.size())
    }

    #[inline]
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        freed(layout.size());
        // SAFETY: the caller keeps the contract.
        unsafe { MiMalloc.dealloc(pointer, layout) };
    }

    #[inline]
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        freed(layout.size());
        made(new_size);
        check_a_large_one(new_size.saturating_sub(layout.size()));
        // SAFETY: the caller keeps the contract.
        checked(unsafe { MiMalloc.realloc(pointer, layout, new_size) }, new_size)
    }
}

/// Large allocations are checked one by one. The allocator calls [`check_regularly`] for the smaller ones, at the
/// latest after a hundred that need memory which is not at hand.
#[inline]
fn check_a_large_one(size: usize) {
    if size >= LARGE {
        check(size);
    }
}

#[inline]
fn checked(pointer: *mut u8, size: usize) -> *mut u8 {
    if pointer.is_null() {
        exceeded(Exceeded::System(size));
    }
    pointer
}

/// Sets the limit in bytes; 0 for none.
pub(super) fn set(limit: usize) {
    LIMIT.store(limit, Ordering::Relaxed);
    if limit > 0 {
        // SAFETY: the function is thread-safe, and so is the callback.
        unsafe { mi_register_deferred_free(Some(check_regularly), ptr::null_mut()) };
    }
}

/// The default limit in bytes: three quarters of the memory that the process may have. 0 if that is not known.
pub(super) fn default_limit() -> usize {
    memory_of_the_system().unwrap_or(0) / 4 * 3
}

#[cfg(target_os = "linux")]
fn memory_of_the_system() -> Option<usize> {
    let information = rustix::system::sysinfo();
    let total = usize::try_from(information.totalram).ok()?.checked_mul(information.mem_unit.try_into().ok()?)?;
    // The limit of a container.
    let of_the_group = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let of_the_group = of_the_group.and_then(|text| text.trim().parse().ok());
    Some(of_the_group.map_or(total, |limit: usize| limit.min(total)))
}

#[cfg(not(target_os = "linux"))]
fn memory_of_the_system() -> Option<usize> {
    None
}

/// The most memory that the process has used so far, in bytes.
fn most_used() -> usize {
    let (mut peak, mut ignored) = (0, [0; 7]);
    let [elapsed, user, system, current, commit, peak_commit, faults] = &mut ignored;
    // SAFETY: all pointers are valid.
    unsafe { mi_process_info(elapsed, user, system, current, &raw mut peak, commit, peak_commit, faults) };
    peak
}

/// Whether `size` more bytes would exceed the limit. The most that was used so far is that of the program that started
/// this one, too: it is only a reason to look at what is used now.
#[cfg(target_os = "linux")]
fn would_exceed(limit: usize, size: usize) -> bool {
    most_used().saturating_add(size) > limit && used().is_none_or(|used| used.saturating_add(size) > limit)
}

/// The memory in use, in bytes.
#[cfg(target_os = "linux")]
fn used() -> Option<usize> {
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
    let resident: usize = pages.split(' ').nth(1)?.parse().ok()?;
    Some(resident.saturating_mul(rustix::param::page_size()))
}

/// Whether `size` more bytes would exceed the limit. Other systems do not tell how much is used now without
/// unsafe code.
#[cfg(not(target_os = "linux"))]
fn would_exceed(limit: usize, size: usize) -> bool {
    most_used() > limit || size > limit
}

/// Called by the allocator now and then.
extern "C" fn check_regularly(_force: bool, _heartbeat: c_ulonglong, _: *mut c_void) {
    check(0);
}

/// Checks the limit before `size` more bytes are allocated.
#[cold]
fn check(size: usize) {
    let limit = LIMIT.load(Ordering::Relaxed);
    if limit > 0 && would_exceed(limit, size) {
        exceeded(Exceeded::Limit(limit));
    }
}

/// Why an allocation is not possible.
#[derive(Clone, Copy)]
enum Exceeded {
    /// The process would use more than this number of bytes.
    Limit(usize),
    /// The system does not have this number of bytes.
    System(usize),
}

/// Ends the process with a message. The thread may hold any lock and have borrowed anything, so another thread does it.
#[cold]
fn exceeded(why: Exceeded) {
    if IS_EXCEEDED.swap(true, Ordering::Relaxed) {
        // From now on, the message is written, or this is another thread.
        return;
    }
    let place = match running_work() {
        Some((kind, Some(at))) => format!("; the running work was {} at {at}", kind.request_verb()),
        _ => String::new(),
    };
    let why = match why {
        Exceeded::Limit(limit) => {
            format!("the process needs more than {} MiB; --max-memory sets the limit", limit / MIB)
        }
        Exceeded::System(size) => format!("the system has no memory left for {} MiB", size / MIB),
    };
    let message = format!("out of memory: {why}{place}");
    let ending = thread::Builder::new().spawn(move || ExitStatus::OutOfMemory.exit_soon(|| say(message)));
    if ending.is_err() {
        std::process::abort();
    }
    loop {
        thread::park();
    }
}
