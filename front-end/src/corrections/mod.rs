//! Constructs that the engine compiles wrongly, or refuses, written in a way that it compiles rightly.
//!
//! Each file mends one kind of fault, and has the smallest program that shows it. `docs/boa-gaps.md` describes the
//! faults. The changes are edits of the text, so that all lines, the text of functions and nearly all columns stay.
//! `rounds.rs` makes them.
//! What needs functions at run time calls those of the hidden global [`HOST`].

mod array_lengths;
mod arrow_ends;
mod async_iterator;
mod async_modules;
mod block_functions;
mod class_keys;
mod class_names;
mod computed_keys;
mod crossing;
mod deletions;
mod derived_returns;
mod destructuring;
mod early_writes;
mod effects;
mod evaluated_text;
mod exits;
#[cfg(test)]
mod faults;
mod field_initializers;
mod function_body;
mod function_constructors;
mod function_texts;
mod generator_returns;
mod hoisted_functions;
mod host;
mod host_iterator;
mod iterators;
mod logical_assignments;
mod method_keys;
mod module_turns;
mod moved_properties;
mod names;
mod nested_eval;
mod nested_this;
mod node_env;
mod object_rest;
mod open_loops;
mod operands;
mod own_names;
mod parameter_names;
mod parameters;
mod postfix_updates;
mod powers;
mod property_slots;
mod refused_syntax;
mod rounds;
mod spelling;
mod strict_writes;
mod super_in_fields;
mod switch_dead_zone;
mod switch_functions;
mod templates;
mod value_kinds;
mod variables;
mod with_objects;
mod with_references;

use boa_engine::Context;
use indexmap::IndexSet;

use super::class_texts::FindClassText;
use super::edits::Edits;
use super::helpers::HOST;
use super::purpose::Purpose;

pub(super) use host::define_host;
pub(super) use module_turns::{ENDS_AT_ONCE, TEXT as TEXT_THAT_ENDS_AT_ONCE, text_at_end};
pub(crate) use node_env::is_node_env;
pub(super) use rounds::{Step, Text, correct};

/// What the front end does with the texts that a program compiles while it runs.
#[derive(Clone, Copy)]
pub(super) struct TextCompiler {
    /// Corrects a text. `None` if it is right.
    pub(super) correct: fn(&str) -> Option<String>,
    /// Returns why a text is not that of a function.
    pub(super) error_in_function: fn(&str) -> Option<String>,
    /// Returns the text of a class in the file of this name.
    pub(super) class_text: FindClassText,
    /// Returns the text of a function in the file of this name, for the one that the engine returns.
    pub(super) function_text: fn(&Context, &str, &str) -> Option<String>,
}

/// The corrections. Those that give variables or functions other places come first, and those that depend on where
/// functions are come last.
pub(super) const CORRECTIONS: [Step; 40] = [
    Step::Correct(|it, edits| with_objects::correct(it.program, it.scoping, &it.names, edits)),
    Step::Correct(|it, edits| computed_keys::correct(it.program, it.source, &it.names, edits)),
    Step::Correct(|it, edits| refused_syntax::correct(it.program, it.source, &it.names, edits)),
    Step::Correct(|it, edits| block_functions::correct(it.program, it.scoping, &it.names, edits)),
    Step::Correct(|it, edits| hoisted_functions::correct(it.program, it.scoping, edits)),
    Step::Correct(|it, edits| derived_returns::correct(it.program, &it.names, edits)),
    Step::Correct(|it, edits| parameters::correct(it.program, &it.names, edits)),
    Step::Correct(|it, edits| method_keys::correct(it.program, it.scoping, edits)),
    Step::ParseAgainIf(|edits| !edits.is_empty()),
    Step::Correct(blank_hashbang),
    Step::Correct(|it, edits| {
        if it.options.is_none() {
            arrow_ends::correct(it.program, edits);
        }
    }),
    Step::Correct(|it, edits| array_lengths::correct(it.program, it.source, edits)),
    Step::Correct(|it, edits| async_modules::correct(it.program, edits)),
    Step::Correct(module_turns::correct),
    Step::Correct(|it, edits| class_names::correct(it.program, edits)),
    Step::Correct(|it, edits| class_keys::correct(it.program, it.scoping, edits)),
    Step::Correct(|it, edits| deletions::correct(it.program, it.source, edits)),
    Step::Correct(|it, edits| early_writes::correct(it.program, it.scoping, &it.names, edits)),
    Step::Correct(|it, edits| strict_writes::correct(it.program, it.scoping, &it.names, edits)),
    Step::Correct(|it, edits| spelling::correct(it.program, it.source, edits)),
    Step::Correct(replace_node_env),
    Step::Correct(|it, edits| generator_returns::correct(it.program, &it.names, edits)),
    Step::Correct(|it, edits| iterators::correct(it.program, it.source, &it.names, edits)),
    Step::Correct(|it, edits| logical_assignments::correct(it.program, it.source, edits)),
    Step::Correct(|it, edits| operands::correct(it.program, it.scoping, edits)),
    Step::Correct(|it, edits| parameter_names::correct(it.program, edits)),
    Step::Correct(postfix_updates::correct),
    Step::Correct(|it, edits| powers::correct(it.program, it.source, it.scoping, edits)),
    Step::Correct(|it, edits| switch_dead_zone::correct(it.program, it.source, edits)),
    Step::Correct(templates::correct),
    Step::Correct(|it, edits| moved_properties::correct(it.program, it.source, self_replacing(it), edits)),
    Step::Correct(field_initializers::correct),
    Step::Correct(|it, edits| super_in_fields::correct(it.program, &it.names, edits)),
    Step::ParseAgainIf(Edits::add_functions),
    // Declarations with a rest element may have become assignments.
    Step::Correct(|it, edits| computed_keys::correct(it.program, it.source, &it.names, edits)),
    Step::Correct(|it, edits| switch_functions::correct(it.program, it.source, it.scoping, &it.names, edits)),
    Step::ParseAgainIf(Edits::add_functions),
    Step::Correct(|it, edits| nested_eval::correct(it.program, edits)),
    Step::Correct(|it, edits| evaluated_text::correct(it.program, edits)),
    Step::Correct(|it, edits| nested_this::correct(it.program, edits)),
];

fn blank_hashbang(it: &Text<'_, '_>, edits: &mut Edits) {
    if let Some(hashbang) = &it.program.hashbang {
        edits.blank(hashbang.span);
    }
}

fn self_replacing<'t>(it: &Text<'t, '_>) -> Option<&'t IndexSet<String>> {
    it.changes.map(|changes| &changes.self_replacing)
}

fn replace_node_env(it: &Text<'_, '_>, edits: &mut Edits) {
    if let Some(options) = it.options.filter(|options| options.purpose != Purpose::CompiledTests) {
        let mode = (options.purpose == Purpose::Run).then_some(options.node_env);
        node_env::correct(it.program, it.scoping, mode, edits);
    }
}
