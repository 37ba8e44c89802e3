//! The host of the engine: job callbacks, rejected promises, scripts, modules, source text and its limits, and
//! functions that replace those of the engine.

pub(crate) mod classic_script;
pub(crate) mod coded_errors;
mod cut_off;
mod data_modules;
mod declare;
pub(crate) mod engine_text;
pub(crate) mod file_urls;
pub(crate) mod front_end;
pub(crate) mod function_text;
pub(crate) mod hooks;
mod import_meta;
mod later_declarations;
pub(crate) mod lexer;
pub(crate) mod lines;
pub(crate) mod loading_at_once;
mod memory_modules;
pub(crate) mod module_loader;
pub(crate) mod module_source;
pub(crate) mod nesting;
mod seeded_random;
mod source_depth;
pub(crate) mod source_text;
pub(crate) mod syntax_error;
mod unsupported_syntax;
mod uuid;
pub(crate) mod workarounds;

pub use classic_script::{ClassicScript, parse_a_script};
pub(crate) use classic_script::{run_and_report, run_and_rethrow};
pub(crate) use cut_off::cut_off;
pub(crate) use declare::{DECLARE, provide_declare};
pub(crate) use engine_text::handler_text;
pub(crate) use file_urls::path_of_file_url;
pub use hooks::Hooks;
pub(crate) use later_declarations::{new_names, show_to_earlier_code};
pub(crate) use lines::position_after;
pub use memory_modules::MemoryModules;
pub use module_loader::ModuleLoader;
pub use module_source::{Files, LoadError, ModuleSource, ModuleType, parse_a_module};
pub(crate) use nesting::check_nesting;
pub(crate) use nesting::check_nesting_below;
pub use nesting::set_nesting_limit;
pub(crate) use nesting::{SharedStack, set_shared_stack};
pub(crate) use seeded_random::{
    RandomSeed, drawn_random_numbers, fill_with_random_bytes, random_seed, seed_math_random, set_random_seed,
    without_drawing,
};
pub(crate) use source_text::read_source;
pub(crate) use syntax_error::{position, with_place};
pub(crate) use uuid::random_uuid;
pub(crate) use workarounds::Goal;
pub(crate) use workarounds::{MAX_STRING_LENGTH, parse_json_text, replace_functions, string_too_long};
pub(crate) use workarounds::{RegExpSlots, escape_pattern};
