//! The host of the engine: job callbacks, rejected promises, scripts, modules, source text, and limits on the nesting
//! of brackets and on the length of strings.

mod brackets;
mod classic_script;
#[cfg_attr(
    not(feature = "cli"),
    allow(dead_code, unused_imports, reason = "only the command evaluates source text for its value")
)]
mod declare;
mod hooks;
mod module_loader;
mod nesting;
mod seeded_random;
#[cfg_attr(
    not(feature = "cli"),
    allow(dead_code, unused_imports, reason = "only the command evaluates source text for its value")
)]
mod shifted_lines;
mod source_text;
mod string_length;
mod syntax_error;

pub(crate) use classic_script::{parse_a_script, run_and_report, run_and_rethrow};
pub(crate) use declare::{DECLARE, provide_declare};
pub use hooks::Hooks;
pub use module_loader::ModuleLoader;
pub(crate) use nesting::check_nesting;
#[cfg(feature = "cli")]
pub(crate) use nesting::check_nesting_below;
pub use nesting::set_nesting_limit;
pub(crate) use seeded_random::{drawn_random_numbers, seed_math_random, set_random_seed};
#[cfg(feature = "cli")]
pub(crate) use shifted_lines::{correct_stacks, marked};
pub(crate) use shifted_lines::{is_marked, unmarked, user_frame};
#[cfg(feature = "cli")]
pub(crate) use source_text::decode;
pub(crate) use source_text::read_source;
pub(crate) use string_length::limit_string_lengths;
pub(crate) use syntax_error::{position, with_place};
