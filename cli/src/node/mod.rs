//! The modules of Node: what programs import from `node:*`, and the globals that they expect then.
//!
//! The modules are written in JavaScript, one file each, in `modules/`. They are compiled when a program first imports
//! them, like files of the program. What only the host can do is in `native/`.

mod globals;
mod modules;
mod native;

pub(crate) use globals::{install, install_timers, install_without_timers};
pub(crate) use modules::MODULES;
pub(crate) use native::process::{Arguments, Exit, Stage, at_end, set_up};
pub(crate) use native::threads::set_up_worker;
