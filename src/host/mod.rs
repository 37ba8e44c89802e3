//! What the engine asks of its host: job callbacks, rejected promises, modules and source text.

mod hooks;
mod module_loader;
mod nesting;
mod source_text;
mod syntax_error;

pub use hooks::Hooks;
pub use module_loader::ModuleLoader;
pub use nesting::{NESTING_LIMIT, check_nesting};
pub use source_text::{decode, read_source};
pub use syntax_error::{position, with_place};
