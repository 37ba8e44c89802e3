//! Runs the workers of a program, on the thread of the program.
//!
//! Each worker is an agent: a [`Runtime`](super::Runtime) of its own, whose event loop shares the clock of the program.
//! The agents take turns: see [`Turns`](crate::agents::Turns). Nothing is made before the first `new Worker`.

mod family;
mod host;
mod in_program_time;
mod main_agent;
mod parent;
mod script;
mod worker_agent;

pub(super) use host::set_up_workers;
