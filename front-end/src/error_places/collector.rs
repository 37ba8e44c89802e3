//! Finds the expressions that can be the fault of which the engine reports an error.
//!
//! Follows how the engine compiles a program, because a failure has the position that the innermost expression with a
//! position records: an assignment, an update, a `delete`, the read of a property but not that of a method, the
//! arguments of a call, a `throw`, and the body of a function. At the top level, the last of them stays recorded.

use oxc_ast::ast::{BindingPattern, Expression, IdentifierReference, Program};
use oxc_ast_visit::VisitJs;
use oxc_semantic::{Scoping, SymbolId};

use super::candidates::{Between, Candidates};
use super::complaint::Complaint;
use super::guards::{Guard, unguarded};
use super::nullish::{Knowledge, Nullish};
use super::risk::{Declaring, Region, Risk};
use crate::token_search::Source;

/// The engine's name of top-level code, and of functions without a name.
pub(super) const UNNAMED: &str = "<main>";

pub(super) struct Collector<'s> {
    pub(super) source: Source<'s>,
    pub(super) knowledge: Knowledge<'s>,
    pub(super) guarded: Guarded,
    /// What the engine reports. `None` if all risks are collected.
    pub(super) sought: Option<Sought<'s>>,
    /// The position that is recorded here.
    pub(super) recorded: Option<u32>,
    /// Whether an expression around this one has recorded it.
    pub(super) is_within: bool,
    pub(super) function: String,
    /// The name that the next function gets, if it has none.
    pub(super) next_name: Option<String>,
    pub(super) class: String,
    pub(super) candidates: Candidates,
    /// Variables whose declarations are being evaluated.
    pub(super) declaring: Vec<SymbolId>,
    /// The calls of `super` in the constructor.
    pub(super) super_calls: u32,
    pub(super) risks: Vec<Risk>,
    /// The number of the function, and of all.
    pub(super) unit: usize,
    pub(super) units: usize,
    pub(super) loops: u32,
    /// In how many parts of the function that may be left out, or left early.
    pub(super) conditions: u32,
    /// Variables that are not `undefined` or `null` here, because a property was read before.
    pub(super) certain: Vec<SymbolId>,
    pub(super) is_this_certain: bool,
    /// Where the function around this code declares variables.
    pub(super) variables: Option<Declaring>,
    pub(super) is_in_with: bool,
}

/// Which risks can have guards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guarded {
    /// Those that the engine may not tell apart.
    Indistinct,
    /// Reads of properties, too: the engine knows their places, but not the values.
    All,
}

/// What the engine reports of an error.
#[derive(Clone, Copy)]
pub(super) struct Sought<'s> {
    pub(super) complaint: Complaint<'s>,
    pub(super) recorded: Option<u32>,
    pub(super) function: &'s str,
    pub(super) is_in_module: bool,
}

impl<'s> Collector<'s> {
    pub(super) fn new(
        program: &Program<'_>,
        scoping: &'s Scoping,
        source: Source<'s>,
        sought: Option<Sought<'s>>,
    ) -> Self {
        Self {
            source,
            knowledge: Knowledge::of(program, scoping),
            guarded: Guarded::Indistinct,
            sought,
            recorded: None,
            // In a CommonJS module, the body of a function is around the text.
            is_within: sought.map_or(!program.source_type.is_module(), |sought| sought.is_in_module),
            function: UNNAMED.to_owned(),
            next_name: None,
            class: String::new(),
            candidates: Candidates::default(),
            declaring: Vec::new(),
            super_calls: 0,
            risks: Vec::new(),
            unit: 0,
            units: 0,
            loops: 0,
            conditions: 0,
            certain: Vec::new(),
            is_this_certain: false,
            variables: None,
            is_in_with: false,
        }
    }

    /// Returns the places and messages of all possible faults. `between` leaves only those in this code.
    pub(super) fn faults(
        program: &Program<'_>,
        scoping: &'s Scoping,
        source: Source<'s>,
        sought: Sought<'s>,
        between: Option<Between>,
    ) -> Vec<(u32, String)> {
        let mut collector = Self::new(program, scoping, source, Some(sought));
        collector.visit_program(program);
        collector.candidates.remaining(between)
    }

    /// Returns all expressions that fail if a value is `undefined` or `null`.
    pub(super) fn risks(
        program: &Program<'_>,
        scoping: &'s Scoping,
        source: Source<'s>,
        guarded: Guarded,
    ) -> Vec<Risk> {
        let mut collector = Self { guarded, ..Self::new(program, scoping, source, None) };
        collector.visit_program(program);
        collector.risks
    }

    /// Visits an expression that records a position.
    pub(super) fn recording(&mut self, position: u32, visit: impl FnOnce(&mut Self)) {
        let outer = (self.recorded.replace(position), std::mem::replace(&mut self.is_within, true));
        let number = self.sought.is_some().then(|| self.candidates.enter(position, self.unit));
        visit(self);
        if let Some(number) = number {
            self.candidates.leave(number);
        }
        self.is_within = outer.1;
        // The position stays recorded until the next one, unless there is one around it.
        self.recorded = if self.is_within { outer.0 } else { Some(position) };
    }

    /// Visits what is compiled as code of its own.
    pub(super) fn separately(&mut self, name: String, visit: impl FnOnce(&mut Self)) {
        let recorded = self.recorded.take();
        let is_within = std::mem::replace(&mut self.is_within, false);
        let function = std::mem::replace(&mut self.function, name);
        self.units += 1;
        let unit = std::mem::replace(&mut self.unit, self.units);
        let (loops, conditions) = (std::mem::take(&mut self.loops), std::mem::take(&mut self.conditions));
        let (certain, is_this_certain) = (self.certain.len(), self.is_this_certain);
        let (declaring, super_calls) = (std::mem::take(&mut self.declaring), std::mem::take(&mut self.super_calls));
        visit(self);
        (self.declaring, self.super_calls) = (declaring, super_calls);
        self.certain.truncate(certain);
        self.is_this_certain = is_this_certain;
        (self.recorded, self.is_within, self.function) = (recorded, is_within, function);
        (self.unit, self.loops, self.conditions) = (unit, loops, conditions);
    }

    /// Visits the body of a function, which declares variables there.
    pub(super) fn declaring_variables(&mut self, declaring: Option<Declaring>, visit: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.variables, declaring);
        visit(self);
        self.variables = outer;
    }

    /// Visits what may be left out, or left early. What is known afterwards does not depend on it.
    pub(super) fn perhaps(&mut self, visit: impl FnOnce(&mut Self)) {
        let (certain, is_this_certain) = (self.certain.len(), self.is_this_certain);
        self.conditions += 1;
        visit(self);
        self.conditions -= 1;
        self.certain.truncate(certain);
        self.is_this_certain = is_this_certain;
    }

    pub(super) fn looping(&mut self, visit: impl FnOnce(&mut Self)) {
        self.loops += 1;
        self.perhaps(visit);
        self.loops -= 1;
    }

    /// Whether something that fails here could be what the engine reports.
    pub(super) fn is_here(&self) -> bool {
        self.sought.is_some_and(|sought| match sought.recorded {
            Some(position) => self.recorded == Some(position),
            // After the last code with a position in outermost code, there is none, either.
            None => (self.recorded.is_none() || !self.is_within) && (self.unit == 0 || !sought.is_in_module),
        })
    }

    /// Whether code is in a function with the name that the engine reports.
    fn is_named(&self, sought: Sought<'_>) -> bool {
        let is_accessor = |name: &str| name == self.function;
        sought.recorded.is_some()
            || sought.is_in_module
            || self.function == sought.function
            || sought.function.strip_prefix("get ").is_some_and(is_accessor)
            || sought.function.strip_prefix("set ").is_some_and(is_accessor)
    }

    pub(super) fn complaint(&self) -> Option<Complaint<'s>> {
        self.sought.filter(|_| self.is_here()).map(|sought| sought.complaint)
    }

    pub(super) fn is_possible(&self, complaint: Complaint<'_>) -> bool {
        self.complaint() == Some(complaint)
    }

    pub(super) fn add(&mut self, place: u32, message: String) {
        let Some(sought) = self.sought else { return };
        let is_last = sought.recorded.is_none() && self.recorded.is_some();
        self.candidates.add((place, message), self.unit, self.is_named(sought), is_last);
    }

    /// Notes an expression that fails if its value is `undefined` or `null`. Without a guard, it cannot be guarded.
    pub(super) fn risk(&mut self, is_pattern: bool, guard: Option<Guard>) {
        if self.sought.is_none() {
            // Where no expression is around this one, what was recorded before it may be the same.
            let recorded = self.recorded.filter(|_| self.is_within);
            let region = Region { unit: self.unit, recorded, is_pattern };
            let Self { variables, is_in_with, loops, .. } = *self;
            self.risks.push(Risk { region, guard, declaring: variables, is_in_with, loops });
        }
    }

    pub(super) fn value_of(&self, expression: &Expression<'_>) -> Nullish {
        let is_certain = match expression.without_parentheses() {
            Expression::Identifier(name) => {
                self.knowledge.symbol(name).is_some_and(|name| self.certain.contains(&name))
            }
            Expression::ThisExpression(_) => self.is_this_certain,
            _ => false,
        };
        if is_certain { Nullish::Never } else { self.knowledge.value_of(expression) }
    }

    /// A value is not `undefined` or `null` from here on.
    pub(super) fn passed(&mut self, expression: &Expression<'_>) {
        match expression.without_parentheses() {
            Expression::Identifier(name) => {
                let symbol = self.knowledge.symbol(name);
                let fixed = symbol.filter(|&symbol| !self.knowledge.scoping().symbol_is_mutated(symbol));
                self.certain.extend(fixed);
            }
            Expression::ThisExpression(_) => self.is_this_certain = true,
            _ => {}
        }
    }

    /// Returns an expression without its guard, and the position of the guard, whose code comes next.
    pub(super) fn after_guard<'t, 'a>(&mut self, value: &'t Expression<'a>) -> (&'t Expression<'a>, Option<u32>) {
        let (value, guard) = unguarded(value, self.source);
        if let Some(position) = guard {
            self.recording(position, |_| {});
        }
        (value, guard)
    }

    /// What a guard says of the value, and of the key, if it is the one that throws.
    pub(super) fn guarded(&self, guard: Option<u32>) -> Option<(&'s str, Option<&'s str>)> {
        let sought = self.sought.filter(|sought| guard.is_some() && sought.recorded == guard)?;
        match sought.complaint {
            Complaint::Guarded(value, key) => Some((value, key)),
            _ => None,
        }
    }

    /// Visits what is evaluated before variables have their values.
    pub(super) fn before_declared(&mut self, pattern: &BindingPattern<'_>, visit: impl FnOnce(&mut Self)) {
        let declaring = self.declaring.len();
        if self.sought.is_none() {
            return visit(self);
        }
        self.declaring.extend(pattern.get_binding_identifiers().iter().filter_map(|name| name.symbol_id.get()));
        visit(self);
        self.declaring.truncate(declaring);
    }

    pub(super) fn reference(&mut self, reference: &IdentifierReference<'_>) {
        self.reference_at(reference, reference.span.start);
    }

    /// A use of a variable whose errors V8 reports at a place.
    pub(super) fn reference_at(&mut self, reference: &IdentifierReference<'_>, place: u32) {
        let symbol = self.knowledge.symbol(reference);
        match self.complaint() {
            Some(Complaint::NotDefined(name)) if reference.name == name => {
                let message = match symbol {
                    Some(_) => format!("Cannot access '{name}' before initialization"),
                    None => format!("{name} is not defined"),
                };
                self.add(place, message);
                // If it did not throw, no later one would.
                if self.conditions == 0 {
                    self.candidates.make_certain();
                }
            }
            Some(Complaint::Uninitialized) => {
                let scoping = self.knowledge.scoping();
                let lexical = symbol.filter(|&symbol| {
                    let flags = scoping.symbol_flags(symbol);
                    flags.is_block_scoped() || flags.is_class() || flags.is_import()
                });
                // In the function of the declaration, only what comes before it can fail.
                let is_declaring = symbol.is_some_and(|symbol| self.declaring.contains(&symbol));
                let is_early = |symbol| reference.span.start < scoping.symbol_span(symbol).end;
                if is_declaring || lexical.is_some_and(is_early) {
                    let message = format!("Cannot access '{}' before initialization", reference.name);
                    self.add(place, message);
                }
            }
            _ => {}
        }
    }

    /// A write to a variable. `place` is that of the operator.
    pub(super) fn write(&mut self, name: &str, place: u32) {
        if self.is_possible(Complaint::Immutable(name)) {
            self.add(place, "Assignment to constant variable.".to_owned());
        } else if self.is_possible(Complaint::AssignmentToUndeclared(name)) {
            self.add(place, format!("{name} is not defined"));
        } else if self.is_possible(Complaint::EarlyWrite(name)) {
            self.add(place, format!("Cannot access '{name}' before initialization"));
        }
    }

    /// The operator between two operands.
    pub(super) fn operator(&self, left: u32) -> u32 {
        self.source.skip_trivia(left)
    }

    pub(super) fn named(&mut self, name: Option<String>, visit: impl FnOnce(&mut Self)) {
        self.next_name = name;
        visit(self);
        self.next_name = None;
    }
}
