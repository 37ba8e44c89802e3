//! Runs the workers of a program, on the thread of the program.
//!
//! Each worker is an agent: a [`Runtime`](super::Runtime) of its own, whose event loop shares the clock of the program.
//! The agents take turns: see [`Turns`](crate::agents::Turns). Nothing is made before the first `new Worker`.
//!
//! A worker takes its turns on a stack apart from that of the program, so that `Atomics.wait` can suspend it in the
//! middle of its JavaScript: see [`turn_stack`].

mod family;
mod host;
mod in_program_time;
mod main_agent;
mod parent;
mod script;
mod turn_stack;
mod worker_agent;

pub(super) use host::set_up_workers;
