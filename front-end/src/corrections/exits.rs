//! The ways out of the loops and `try` statements around a place. Where the engine cannot leave several of them at
//! once, they are left one after the other: a flag says where to go on.

use std::fmt::Write;

use oxc_ast::ast::{LabelIdentifier, Statement};
use oxc_span::Span;

use super::iterators::Corrector;

/// A statement around the current place that a jump can leave.
pub(super) struct Target<'a> {
    kind: Kind,
    labels: Vec<&'a str>,
    /// The ways on for jumps that stop here.
    exits: Vec<Exit<'a>>,
    /// The variable that says which one was taken: its number from 1.
    flag: Option<String>,
    /// The variable for the value of a `return`.
    value: Option<String>,
    /// A label for the statement, if it has none and needs one.
    own_label: Option<String>,
    /// For a `try` statement with `finally`, the flags of the jumps that leave it. If the `finally` block jumps
    /// elsewhere, they are not set.
    passing: Vec<String>,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    /// A labeled statement that is not a loop.
    Labeled,
    Switch,
    Loop {
        /// Whether the engine keeps an iterator on its stack while the body runs.
        iterates: bool,
        /// Whether a jump out of it calls a method of the iterator.
        closes: bool,
    },
    /// The block of a `try` statement with `catch`, which must not see exceptions of such a method.
    Catch,
    /// A `try` statement with `finally`.
    Finally {
        /// Whether jumps out of it must stop there, if they leave another one too.
        stops: bool,
        /// Whether a `return` must stop there, because exceptions that the `finally` block catches replace its value.
        catches: bool,
    },
}

/// A statement that leaves others.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Exit<'a> {
    Break(Option<&'a str>),
    Continue(Option<&'a str>),
    Return,
}

impl<'a> Target<'a> {
    pub(super) fn new(kind: Kind, labels: Vec<&'a str>) -> Self {
        Self { kind, labels, exits: Vec::new(), flag: None, value: None, own_label: None, passing: Vec::new() }
    }

    fn is_breakable(&self) -> bool {
        matches!(self.kind, Kind::Switch | Kind::Loop { .. })
    }

    pub(super) fn is_finally(&self) -> bool {
        matches!(self.kind, Kind::Finally { .. })
    }

    pub(super) fn iterates(&self) -> bool {
        matches!(self.kind, Kind::Loop { iterates: true, .. })
    }
}

impl<'a> Corrector<'a, '_, '_> {
    /// Returns the index of the target with a label, and the innermost label of the same loop. The engine gives a loop
    /// only this one.
    fn find(&self, label: &str) -> Option<(usize, &'a str)> {
        let has_label = |(_, target): &(usize, &Target<'a>)| target.labels.contains(&label);
        let (index, target) = self.targets.iter().enumerate().rev().find(has_label)?;
        Some((index, target.labels.last()?))
    }

    /// The exit to the innermost label of a loop, if there are several.
    pub(super) fn innermost<'l>(&self, label: Option<&'l str>) -> Option<&'l str>
    where
        'a: 'l,
    {
        let label = label?;
        Some(self.find(label).map_or(label, |(_, innermost)| innermost))
    }

    /// Writes the innermost label of a loop instead of another one.
    pub(super) fn respell_label(&mut self, label: &LabelIdentifier<'a>) {
        if let Some((_, innermost)) = self.find(label.name.as_str())
            && innermost != label.name.as_str()
        {
            self.edits.replace(label.span, innermost.to_owned());
        }
    }

    /// The first of the targets that an exit leaves: behind the one that it goes to.
    fn first_left(&self, exit: Exit<'a>) -> Option<usize> {
        let to = match exit {
            Exit::Return => return Some(0),
            Exit::Break(Some(label)) | Exit::Continue(Some(label)) => self.find(label)?.0,
            Exit::Break(None) => self.targets.iter().rposition(Target::is_breakable)?,
            Exit::Continue(None) => self.targets.iter().rposition(|it| matches!(it.kind, Kind::Loop { .. }))?,
        };
        Some(to + 1)
    }

    /// The target at which an exit has to stop first.
    fn stop(&self, exit: Exit<'a>) -> Option<usize> {
        let first = self.first_left(exit)?;
        let left = || (first..self.targets.len()).map(|index| (index, &self.targets[index]));
        let outermost = left().find(|(_, it)| it.is_finally()).map(|(index, _)| index);
        let is_inner = |index| outermost.is_some_and(|outermost| outermost < index);
        let stops = |&(index, it): &(usize, &Target<'a>)| match it.kind {
            Kind::Finally { stops, catches } => stops && is_inner(index) || catches && exit == Exit::Return,
            _ => false,
        };
        let at_try = left().rev().find(stops).map(|(index, _)| index).max(self.catch_in_loop(first));
        // What goes there is a labeled `break`, which stops at loops with iterators.
        let breaks_to = if matches!(exit, Exit::Break(Some(_))) { Some(first) } else { at_try };
        let at_loop = left().rev().find(|&(index, it)| it.iterates() && breaks_to.is_some_and(|to| to <= index));
        at_try.max(at_loop.map(|(index, _)| index))
    }

    /// The innermost of the targets from an index on that is the block of a `try` statement with `catch`, in a loop
    /// whose iterator would be closed.
    fn catch_in_loop(&self, first: usize) -> Option<usize> {
        let left = self.targets.get(first..)?;
        let outermost = left.iter().position(|it| matches!(it.kind, Kind::Loop { closes: true, .. }))?;
        let innermost = left.iter().rposition(|it| it.kind == Kind::Catch)?;
        (outermost < innermost).then_some(first + innermost)
    }

    /// Returns statements for an exit that has to stop. A `return` then still needs its value: see
    /// [`Self::return_apart`].
    pub(super) fn leave(&mut self, exit: Exit<'a>) -> Option<String> {
        let stop = self.stop(exit)?;
        let is_innermost = !self.targets[stop + 1..].iter().any(Target::is_breakable);
        let (names, it) = (self.names, &mut self.targets[stop]);
        let number = 1 + it.exits.iter().position(|other| *other == exit).unwrap_or_else(|| {
            it.exits.push(exit);
            it.exits.len() - 1
        });
        let flag = it.flag.get_or_insert_with(|| names.fresh()).clone();
        let label = match it.labels.last() {
            _ if is_innermost && matches!(it.kind, Kind::Loop { .. }) => "",
            Some(own) => own,
            None => it.own_label.get_or_insert_with(|| names.fresh()),
        };
        let statements = format!("{flag} = {number}; break {label};");
        for passed in self.targets[stop + 1..].iter_mut().filter(|it| it.is_finally()) {
            if !passed.passing.contains(&flag) {
                passed.passing.push(flag.clone());
            }
        }
        Some(statements)
    }

    /// Returns the variable for the value of a `return` that has to stop, and statements that follow the assignment.
    pub(super) fn return_apart(&mut self) -> Option<(String, String)> {
        let stop = self.stop(Exit::Return)?;
        let names = self.names;
        let value = self.targets[stop].value.get_or_insert_with(|| names.fresh()).clone();
        Some((value, self.leave(Exit::Return)?))
    }

    /// Returns a statement for an exit that has stopped at a target with this variable for values.
    fn go_on(&mut self, exit: Exit<'a>, value: Option<&str>) -> String {
        if exit == Exit::Return {
            let value = value.unwrap_or("undefined");
            return match self.return_apart() {
                Some((variable, leave)) => format!("{{ {variable} = {value}; {leave} }}"),
                None => format!("return {value};"),
            };
        }
        match (self.leave(exit), exit) {
            (Some(leave), _) => format!("{{ {leave} }}"),
            (None, Exit::Continue(label)) => format!("continue {};", label.unwrap_or_default()),
            (None, Exit::Break(label)) => format!("break {};", label.unwrap_or_default()),
            (None, Exit::Return) => String::new(),
        }
    }

    /// Ends the innermost target, and lets the jumps that have stopped there go on. `whole` is its statement, with its
    /// labels. Returns the flags of the jumps that leave it, if it has a `finally` block.
    pub(super) fn end_target(&mut self, whole: Span) -> Vec<String> {
        let Some(Target { exits, flag, value, own_label, passing, .. }) = self.targets.pop() else { return Vec::new() };
        let Some(flag) = flag else { return passing };
        let label = own_label.map(|label| format!("{label}: ")).unwrap_or_default();
        let mut after = String::new();
        for (index, exit) in exits.into_iter().enumerate() {
            let go_on = self.go_on(exit, value.as_deref());
            // Writing to a string cannot fail.
            let _ = write!(after, " if ({flag} === {}) {go_on}", index + 1);
        }
        let value = value.map(|value| format!(", {value}")).unwrap_or_default();
        self.edits.wrap(whole, format!("{{ let {flag} = 0{value}; {label}"), format!("{after} }}"));
        passing
    }

    /// Unsets the flags of jumps while a `finally` block runs, so that they are not taken if it jumps elsewhere.
    pub(super) fn suspend_jumps(&mut self, finalizer: Span, passing: &[String]) {
        for flag in passing {
            let kept = self.names.fresh();
            self.edits.insert(finalizer.start + 1, format!(" const {kept} = {flag}; {flag} = 0;"));
            self.edits.insert(finalizer.end - 1, format!("; {flag} = {kept};"));
        }
    }
}

/// Whether a statement is a loop.
pub(super) fn is_iteration(it: &Statement<'_>) -> bool {
    matches!(
        it,
        Statement::ForInStatement(_)
            | Statement::ForOfStatement(_)
            | Statement::ForStatement(_)
            | Statement::WhileStatement(_)
            | Statement::DoWhileStatement(_)
    )
}
