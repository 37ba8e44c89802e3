//! Which expressions are guarded: all, or those that the engine does not tell apart.

use std::collections::BTreeSet;

use oxc_allocator::Vec as ArenaVec;
use oxc_ast::ast::{Program, Statement};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_semantic::Scoping;
use oxc_span::GetSpan;
use rustc_hash::{FxHashMap, FxHashSet};

use super::collector::{Collector, Guarded};
use super::guards::{Guard, VALUE};
use super::risk::{Declaring, Region, Risk, before_first};
use crate::edits::Edits;
use crate::helpers::HOST;
use crate::token_search::Source;

/// Guards the expressions of a program that the engine would not tell apart. In a function, one of them needs no guard:
/// the one in the innermost loop.
pub(in super::super) fn guard(program: &Program<'_>, scoping: &Scoping, edits: &mut Edits) {
    let source = Source::new(program.source_text, &program.comments);
    let mut regions: FxHashMap<Region, Vec<Risk>> = FxHashMap::default();
    for risk in Collector::risks(program, scoping, source, Guarded::Indistinct) {
        regions.entry(risk.region).or_default().push(risk);
    }
    let mut guards = Vec::new();
    for (region, mut risks) in regions {
        // In outermost code, reads of properties before them leave their position. No reads are like patterns.
        let may_spare = region.recorded.is_some() || region.is_pattern;
        if may_spare && risks.iter().all(|risk| risk.guard.is_some()) {
            let most = risks.iter().map(|risk| risk.loops).max();
            if let Some(spared) = risks.iter().position(|risk| Some(risk.loops) == most) {
                risks.swap_remove(spared);
            }
        }
        guards.extend(risks.into_iter().filter_map(|risk| risk.guard));
    }
    for guard in &guards {
        guard.write(None, edits);
    }
    separate(&guards, source, program, edits);
}

/// How guards in code outside of functions look at values that cannot be read twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Outermost {
    /// With a variable of the module.
    Declares,
    /// With a property of the hidden global: a variable of a script would be a property of the global object.
    UsesHost,
    /// There are no guards.
    Unguarded,
}

/// Guards all expressions of a program. `variable` makes the name of a variable that the text does not use. Each
/// function that needs it declares its own: it costs less than that of another function, and keeps nothing alive.
pub(in super::super) fn guard_all(
    program: &Program<'_>,
    scoping: &Scoping,
    outermost: Outermost,
    variable: impl FnOnce() -> String,
    edits: &mut Edits,
) {
    let source = Source::new(program.source_text, &program.comments);
    let of_module = before_first(&program.body).filter(|_| outermost == Outermost::Declares);
    let risks = Collector::risks(program, scoping, source, Guarded::All).into_iter();
    let is_guarded = |risk: &Risk| !risk.is_in_with && (risk.region.unit > 0 || outermost != Outermost::Unguarded);
    let guards: Vec<_> =
        risks.filter(is_guarded).filter_map(|risk| Some((risk.guard?, risk.declaring.or(of_module)))).collect();
    let with_variables = guards.iter().filter(|(guard, _)| guard.needs_variable());
    let declaring: BTreeSet<Declaring> = with_variables.filter_map(|(_, declaring)| *declaring).collect();
    let name = (!declaring.is_empty()).then(variable).unwrap_or_default();
    for declaring in declaring {
        match declaring {
            Declaring::Before(start) => edits.insert(start, format!("var {name};")),
            // Not `var`, so that it differs from a block that the program has written.
            Declaring::Around(body) => edits.wrap(body, format!("{{let {name};return "), "}"),
        }
    }
    let of_host = format!("{HOST}.{VALUE}");
    for (guard, declaring) in &guards {
        guard.write(Some(declaring.map_or(&of_host, |_| &name)), edits);
    }
    let guards: Vec<_> = guards.into_iter().map(|(guard, _)| guard).collect();
    separate(&guards, source, program, edits);
}

/// Ends the statements before those that start with a guard.
fn separate(guards: &[Guard], source: Source<'_>, program: &Program<'_>, edits: &mut Edits) {
    let starts: FxHashSet<u32> = guards.iter().map(Guard::start).collect();
    if !starts.is_empty() {
        Separator { source, starts, edits }.visit_program(program);
    }
}

/// Ends the statement before one that starts with a parenthesis now.
struct Separator<'s, 'e> {
    source: Source<'s>,
    starts: FxHashSet<u32>,
    edits: &'e mut Edits,
}

impl<'a> VisitJs<'a> for Separator<'_, '_> {
    fn visit_statements(&mut self, statements: &ArenaVec<'a, Statement<'a>>) {
        for statement in statements {
            let start = statement.span().start;
            if self.starts.contains(&start) && matches!(statement, Statement::ExpressionStatement(_)) {
                let before = self.source.skip_trivia_back(start);
                let last = self.source.slice(self.source.char_span_before(before));
                if !matches!(last, "" | ";" | "{") {
                    self.edits.insert(start, ";");
                }
            }
        }
        walk_js::walk_statements(self, statements);
    }
}
