//! What each piece of work of a run accesses, and which work is therefore independent.
//!
//! The front end lists what each function of a program uses, and inserts calls that announce the function when it is
//! called, and when it goes on after an `await` (`uses`). The lists are turned into accesses of locations
//! (`effects`), and the calls record them for the work that runs (`recorder`). Promises, ports and queues are
//! recorded where the host and the engine use them.
//!
//! What is not known conflicts with everything.

mod builtin_names;
mod combinations;
mod effects;
mod functions;
mod host_functions;
mod location;
mod obstacle;
mod recorder;
mod used;
mod uses;

pub(super) use functions::define;
pub use functions::{
    AWAITS, ENTERS, EXECUTOR, PORT, PROMISE, RESUMES, SCOPE, VALUE, hidden, show_texts_without_hidden, without_hidden,
};
pub use host_functions::{HostFunctions, HostModules};
pub use obstacle::Obstacle;
pub(super) use recorder::{Footprint, Key, Recorded, Recorder, conflict_across_runs, is_nothing};
pub use used::Use;
pub use uses::{FunctionId, FunctionUses, Used, Uses};
