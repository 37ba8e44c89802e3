//! The host of the engine: job callbacks, rejected promises, scripts, modules, source text and its limits, and
//! functions that replace those of the engine.

mod array_lengths;
mod classic_script;
#[cfg_attr(
    not(feature = "cli"),
    allow(dead_code, unused_imports, reason = "only the command evaluates source text for its value")
)]
mod declare;
mod hooks;
mod lines;
mod memory_modules;
mod module_loader;
mod module_source;
mod nesting;
mod replaced_functions;
mod seeded_random;
mod source_depth;
mod source_text;
mod syntax_error;
mod uuid;

#[cfg(feature = "cli")]
pub(crate) use array_lengths::leave_lengths_to_the_front_end;
pub(crate) use array_lengths::{Goal, with_bracketed_lengths};
pub(crate) use classic_script::{ClassicScript, parse_a_script, run_and_report, run_and_rethrow};
pub(crate) use declare::{DECLARE, provide_declare};
pub use hooks::Hooks;
#[cfg(feature = "cli")]
pub(crate) use hooks::a_synthetic_module_fails;
pub(crate) use lines::position_after;
#[cfg(feature = "cli")]
pub(crate) use lines::{is_line_terminator, line_of, lines_in, width_of_last_line};
pub use memory_modules::MemoryModules;
pub use module_loader::ModuleLoader;
pub use module_source::{Files, LoadError, ModuleSource, ModuleType, parse_a_module};
#[cfg(feature = "cli")]
pub(crate) use module_source::{normalize, parse_json, path_of_specifier};
pub(crate) use nesting::check_nesting;
#[cfg(feature = "cli")]
pub(crate) use nesting::check_nesting_below;
pub use nesting::set_nesting_limit;
pub(crate) use replaced_functions::{MAX_STRING_LENGTH, parse_json_text, replace_functions, string_too_long};
pub(crate) use seeded_random::{drawn_random_numbers, fill_with_random_bytes, seed_math_random, set_random_seed};
pub(crate) use source_text::read_source;
#[cfg(feature = "cli")]
pub(crate) use source_text::read_text;
pub(crate) use syntax_error::{position, with_place};
pub(crate) use uuid::random_uuid;
