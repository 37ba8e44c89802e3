//! Constructs that the engine compiles wrongly, or refuses, written in a way that it compiles rightly.
//!
//! Each file mends one kind of fault, and has the smallest program that shows it. `docs/boa-gaps.md` describes the
//! faults. The changes are edits of the text, so that all lines, the text of functions and nearly all columns stay.
//! What needs functions at run time calls those of the hidden global [`HOST`].

mod array_lengths;
mod async_iterator;
mod block_functions;
mod case_functions;
mod class_keys;
mod crossing;
mod deletions;
mod destructuring;
mod early_writes;
mod evaluated_text;
mod exits;
#[cfg(test)]
mod faults;
mod function_body;
mod function_constructors;
mod generator_returns;
mod host;
mod host_iterator;
mod iterators;
mod logical_assignments;
mod moved_properties;
mod names;
mod nested_eval;
mod nested_this;
mod node_env;
mod object_rest;
mod open_loops;
mod operands;
mod parameter_names;
mod parameters;
mod postfix_updates;
mod powers;
mod property_slots;
mod refused_syntax;
mod spelling;
mod super_in_fields;
mod switch_dead_zone;
mod templates;

use oxc_ast::ast::Program;
use oxc_semantic::Scoping;

use super::edits::Edits;
use super::helpers::HOST;
use super::token_search::Source;
use names::Names;

pub(super) use host::define_host;
pub(crate) use node_env::is_node_env;

/// What the front end does with the texts that a program compiles while it runs.
#[derive(Clone, Copy)]
pub(super) struct TextCompiler {
    /// Corrects a text. `None` if it is right.
    pub(super) correct: fn(&str) -> Option<String>,
    /// Returns why a text is not that of a function.
    pub(super) error_in_function: fn(&str) -> Option<String>,
}

/// Adds the corrections of a text to its edits. `node_env` is the value of `process.env.NODE_ENV`, if it has one.
pub(super) fn correct(program: &Program<'_>, scoping: &Scoping, node_env: Option<&'static str>, edits: &mut Edits) {
    let source = Source::new(program.source_text, &program.comments);
    let names = Names::new(program.source_text);
    array_lengths::correct(program, source, edits);
    block_functions::correct(program, scoping, &names, edits);
    case_functions::correct(program, source, scoping, &names, edits);
    class_keys::correct(program, edits);
    deletions::correct(program, source, edits);
    early_writes::correct(program, scoping, edits);
    spelling::correct(program, source, edits);
    if let Some(node_env) = node_env {
        node_env::correct(program, scoping, node_env, edits);
    }
    generator_returns::correct(program, &names, edits);
    iterators::correct(program, source, &names, edits);
    logical_assignments::correct(program, source, edits);
    operands::correct(program, scoping, edits);
    parameter_names::correct(program, edits);
    parameters::correct(program, scoping, &names, edits);
    postfix_updates::correct(program, source, scoping, edits);
    powers::correct(program, source, edits);
    switch_dead_zone::correct(program, source, edits);
    templates::correct(program, edits);
    nested_eval::correct(program, edits);
    nested_this::correct(program, edits);
    evaluated_text::correct(program, edits);
    moved_properties::correct(program, source, edits);
    super_in_fields::correct(program, &names, edits);
    refused_syntax::correct(program, source, &names, edits);
}
