//! The host of the engine: job callbacks, rejected promises, scripts, modules, source text, and a limit on the length
//! of strings.

mod classic_script;
mod declare;
mod hooks;
mod module_loader;
mod nesting;
mod shifted_lines;
mod source_text;
mod string_length;
mod syntax_error;

pub use classic_script::{parse_a_script, run_and_report, run_and_rethrow};
pub use declare::{DECLARE, provide_declare};
pub use hooks::Hooks;
pub use module_loader::ModuleLoader;
pub use nesting::{NESTING_LIMIT, check_nesting};
pub use shifted_lines::{correct_stacks, is_marked, marked, unmarked, written_frame};
pub use source_text::{decode, read_source};
pub use string_length::limit_string_lengths;
pub use syntax_error::{position, with_place};
