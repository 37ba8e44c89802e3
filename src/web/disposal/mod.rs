//! [Explicit resource management](https://tc39.es/proposal-explicit-resource-management/), as far as it is not syntax:
//! `SuppressedError`, `DisposableStack` and `AsyncDisposableStack`, which the engine does not have. Front ends compile
//! `using`.

mod async_stack;
mod resources;
mod stack;
mod stack_class;
mod suppressed_error;

use boa_engine::{Context, JsResult};

use async_stack::AsyncDisposableStack;
use stack::DisposableStack;

/// Defines the classes in the current realm.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub(crate) fn register(context: &mut Context) -> JsResult<()> {
    suppressed_error::define(context)?;
    context.register_global_class::<DisposableStack>()?;
    context.register_global_class::<AsyncDisposableStack>()
}
