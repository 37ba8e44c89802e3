//! What has been found in a function so far.

use std::fmt;
use std::fmt::Write;
use std::sync::Arc;

use indexmap::{IndexMap, IndexSet};
use oxc_span::Span;
use oxc_syntax::scope::ScopeId;
use posttask::internal::exploration::footprints::{
    ENTERS, FunctionId, FunctionUses, RESUMES, SCOPE, Use, Used, hidden,
};

use super::file::File;
use crate::edits::Edits;

/// What tells the instances of variables apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Scope {
    /// A call of the function with this number.
    Call(FunctionId),
    /// A round of the loop with this body.
    Round(ScopeId),
}

impl fmt::Display for Scope {
    /// The end of the name of the variable that has the number of the instance.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Call(function) => write!(f, "{function}"),
            Self::Round(body) => write!(f, "_{}", body.index()),
        }
    }
}

/// Declares what tells the instances of variables apart.
pub(super) fn declaration(scope: Scope) -> String {
    format!("const {SCOPE}{scope}={SCOPE}();")
}

/// A function, or the file.
pub(super) struct Frame {
    pub(super) id: FunctionId,
    /// The scope of the function.
    pub(super) scope: Option<ScopeId>,
    /// What it uses, and where first.
    uses: IndexMap<Use, u32>,
    /// The first thing because of which it may use anything.
    unknown: Option<Span>,
    /// What tells the instances of the variables apart that it uses, in the order of the arguments.
    scopes: IndexSet<Scope>,
    /// Its `await` expressions.
    pub(super) awaits: Vec<Span>,
    /// What is evaluated before its body, and may throw.
    pub(super) early: Vec<Early>,
    /// Whether its variables are told apart.
    has_scope: bool,
}

/// A part of the parameters of a function that announces it.
pub(super) enum Early {
    /// A default value.
    Value(Span),
    /// Where a property is in a pattern. Another one is inserted before it, whose name announces the function.
    Property(u32),
}

impl Frame {
    pub(super) fn new(id: FunctionId, scope: Option<ScopeId>, has_scope: bool) -> Self {
        Self {
            id,
            scope,
            uses: IndexMap::default(),
            unknown: None,
            scopes: IndexSet::default(),
            awaits: Vec::new(),
            early: Vec::new(),
            has_scope,
        }
    }

    pub(super) fn uses(&mut self, it: Use, at: u32) {
        self.uses.entry(it).or_insert(at);
    }

    /// It may use anything.
    pub(super) fn is_unknown(&mut self, part: Span) {
        self.unknown.get_or_insert(part);
    }

    /// A variable is used. `of` tells its instances apart.
    pub(super) fn variable(&mut self, id: u32, name: Arc<str>, is_written: bool, of: Option<Scope>, at: u32) {
        let scope = of.map(|of| self.scopes.insert_full(of).0);
        self.uses(Use::Variable { id, name, is_written, scope }, at);
    }

    /// The arguments that tell the instances of variables apart.
    fn arguments(&self) -> String {
        let mut text = String::new();
        for scope in &self.scopes {
            let _ = write!(text, ",{SCOPE}{scope}");
        }
        text
    }

    /// The call that announces the function.
    pub(super) fn call(&self) -> String {
        format!("{ENTERS}({}{})", self.id, self.arguments())
    }

    /// The statements at its start.
    pub(super) fn statements(&self) -> String {
        let scope = if self.has_scope { declaration(Scope::Call(self.id)) } else { String::new() };
        hidden(&format!("{scope}{};", self.call()))
    }

    /// Announces that it starts and goes on, within expressions.
    pub(super) fn announce(&self, edits: &mut Edits) {
        for (number, early) in self.early.iter().enumerate() {
            match early {
                Early::Value(span) => edits.wrap(*span, hidden(&format!("({},", self.call())), hidden(")")),
                Early::Property(at) => edits.insert(*at, hidden(&format!("[{}]:{ENTERS}{number},", self.call()))),
            }
        }
        for &span in &self.awaits {
            edits.wrap(span, hidden(&format!("{RESUMES}({},", self.id)), hidden(&format!("{})", self.arguments())));
        }
    }

    pub(super) fn into_uses(self, file: &File<'_>) -> FunctionUses {
        let used = |(it, at)| {
            let (line, column) = file.index.position(at);
            Used { it, place: (Arc::clone(&file.name), line, column) }
        };
        let obstacle = self.unknown.map(|part| file.obstacle(part));
        FunctionUses { uses: self.uses.into_iter().map(used).collect(), obstacle }
    }
}
