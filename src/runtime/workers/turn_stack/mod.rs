//! The stacks on which workers take their turns.
//!
//! A turn that is suspended keeps its stack, with all that the engine and the host have on it. Meanwhile, other agents
//! take turns on other stacks. The collector does not look at stacks: it counts references.

#[cfg(not(target_family = "wasm"))]
#[expect(unsafe_code, reason = "what suspends a turn is on the stack of that turn")]
mod coroutines;
#[cfg(target_family = "wasm")]
mod in_place;
mod progress;

#[cfg(not(target_family = "wasm"))]
pub(super) use coroutines::{SuspendedTurn, Suspender, TurnStacks};
#[cfg(target_family = "wasm")]
pub(super) use in_place::{SuspendedTurn, Suspender, TurnStacks};

/// How far a turn has come.
pub(super) type TurnProgress<R> = progress::Progress<R, SuspendedTurn<R>>;
