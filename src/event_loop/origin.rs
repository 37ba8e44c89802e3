//! Where in the program a piece of work was asked for: what `posted at app.js:12:3` comes from.

use std::cell::RefCell;
use std::fmt;
use std::num::NonZeroU32;

use boa_engine::Context;
use boa_engine::ast::Position;
use boa_engine::vm::CodeBlock;
use boa_gc::{Finalize, Gc, Trace};
use rustc_hash::FxHashMap;

use super::EventLoop;

/// A place in a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The file, as it was named to the engine.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1.
    pub column: u32,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// Names a place of a program, for its event loop: [`EventLoop::location`] tells which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Trace, Finalize)]
#[boa_gc(empty_trace)]
pub struct Origin(NonZeroU32);

/// So many places are told apart. Only a program that makes new functions all the time has more; later ones have no name.
const MOST_PLACES: usize = 1 << 16;

/// All places that asked for work. A program has few, however much work it asks for, so each task keeps a number only.
#[derive(Default)]
pub(super) struct Origins {
    locations: Vec<Location>,
    /// By the address of the function's code.
    numbers: FxHashMap<(usize, Position), Origin>,
    /// The code of the functions above: while it is kept, nothing else gets its address.
    code: Vec<Gc<CodeBlock>>,
}

impl EventLoop {
    /// The place of the call that JavaScript is making now; `None` if no source file did.
    #[must_use]
    pub fn origin(&self, context: &Context) -> Option<Origin> {
        let frame = context.stack_trace().next()?;
        let code = frame.code_block();
        let place = frame.position();
        let position = place.position?;
        let key = (std::ptr::from_ref::<CodeBlock>(code).addr(), position);
        let mut origins = self.origins.borrow_mut();
        if let Some(&known) = origins.numbers.get(&key) {
            return Some(known);
        }
        if origins.locations.len() >= MOST_PLACES {
            return None;
        }
        let (line, column) = (position.line_number(), position.column_number());
        origins.locations.push(Location { file: place.path.to_string(), line, column });
        let origin = Origin(u32::try_from(origins.locations.len()).ok().and_then(NonZeroU32::new)?);
        origins.numbers.insert(key, origin);
        origins.code.push(code.clone());
        Some(origin)
    }

    /// The place that an origin names.
    #[must_use]
    pub fn location(&self, origin: Origin) -> Option<Location> {
        self.origins.borrow().locations.get(usize::try_from(origin.0.get()).ok()? - 1).cloned()
    }

    /// Where the task that runs now, or the one whose continuation runs, was asked for.
    #[must_use]
    pub fn current_origin(&self) -> Option<Origin> {
        self.continuation_state.get().and_then(|state| state.origin())
    }
}

pub(super) type SharedOrigins = RefCell<Origins>;
