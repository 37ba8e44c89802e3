//! Where in the program a piece of work was asked for: what `posted at app.js:12:3` comes from.

use std::cell::RefCell;
use std::fmt;
use std::num::NonZeroU32;

use boa_engine::ast::Position;
use boa_engine::native_function::NativeFunctionObject;
use boa_engine::vm::CodeBlock;
use boa_engine::{Context, JsObject, js_string};
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
    /// By the address of the function's code, and by where the engine thinks that it is there.
    numbers: FxHashMap<(usize, Position), Origin>,
    /// The code of the functions above: while it is kept, nothing else gets its address.
    code: Vec<Gc<CodeBlock>>,
}

impl Location {
    /// The place that a text ends with, in parentheses, as the lines of a stack do: `at f (app.js:12:3)`.
    #[must_use]
    pub fn at_end_of(text: &str) -> Option<Self> {
        Self::split_off(text).map(|(_, place)| place)
    }

    /// The same, with what stands before the place.
    #[must_use]
    pub fn split_off(text: &str) -> Option<(&str, Self)> {
        let (before, place) = text.strip_suffix(')')?.split_once(" (")?;
        let (place, column) = place.rsplit_once(':')?;
        let (file, line) = place.rsplit_once(':')?;
        Some((before, Self { file: file.to_owned(), line: line.parse().ok()?, column: column.parse().ok()? }))
    }
}

/// The lines of the stack as it is now, innermost first. A call frame's own position is that of what comes after the call, so an error is
/// made, which knows better. Empty if the program has replaced the `stack` of errors.
#[must_use]
pub fn stack_lines(context: &mut Context) -> Vec<String> {
    let error = context.intrinsics().constructors().error().clone();
    let stack = error.prototype().borrow().properties().get(&js_string!("stack").into());
    let getter = stack.and_then(|stack| stack.get()?.as_object()).filter(JsObject::is::<NativeFunctionObject>);
    let made = error.constructor().construct(&[], None, context);
    let (Some(getter), Ok(made)) = (getter, made) else { return Vec::new() };
    let stack = getter.call(&made.into(), &[], context).ok().and_then(|stack| stack.as_string());
    let stack = stack.unwrap_or_default().to_std_string_lossy();
    stack.lines().filter_map(|line| line.strip_prefix("    ")).map(str::to_owned).collect()
}

impl EventLoop {
    /// The place of the call that JavaScript is making now; `None` if no source file did. A hash look-up, but for the first call from a
    /// place.
    #[must_use]
    pub fn origin(&self, context: &mut Context) -> Option<Origin> {
        let frame = context.stack_trace().next()?;
        let code = frame.code_block();
        let key = (std::ptr::from_ref::<CodeBlock>(code).addr(), frame.position().position?);
        if let Some(&known) = self.origins.borrow().numbers.get(&key) {
            return Some(known);
        }
        let code = code.clone();
        let location = stack_lines(context).iter().find_map(|line| Location::at_end_of(line))?;
        let mut origins = self.origins.borrow_mut();
        if origins.locations.len() >= MOST_PLACES {
            return None;
        }
        origins.locations.push(location);
        let origin = Origin(u32::try_from(origins.locations.len()).ok().and_then(NonZeroU32::new)?);
        origins.numbers.insert(key, origin);
        origins.code.push(code);
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
        let state = self.continuation_state.get();
        state.and_then(|state| state.origin()).or_else(|| self.job_origin.get())
    }

    /// Notes whose continuation the promise job is that runs now. Its state is gone when the job rejects its promise.
    pub fn note_job_origin(&self, origin: Option<Origin>) {
        self.job_origin.set(origin);
    }
}

pub(super) type SharedOrigins = RefCell<Origins>;
