//! Locks, which programs and their workers share: <https://w3c.github.io/web-locks/>.

mod lock;
mod lock_manager;
mod lock_queues;
mod shared_locks;

use boa_engine::{Context, JsResult};

pub(crate) use lock_manager::LockManager;
pub(crate) use shared_locks::SharedLocks;
pub use shared_locks::{WaitingLock, waiting_locks};

use crate::web::webidl::Interface;

/// Registers the interfaces in the current realm. `navigator.locks` is defined with `navigator`.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub(crate) fn register(context: &mut Context) -> JsResult<()> {
    lock::Lock::register(context)?;
    LockManager::register(context)
}
