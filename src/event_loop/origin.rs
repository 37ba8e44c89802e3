//! Where in the program a piece of work was asked for: what `posted at app.js:12:3` comes from.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;
use std::num::NonZeroU32;

use boa_engine::ast::Position;
use boa_engine::native_function::NativeFunctionObject;
use boa_engine::vm::CodeBlock;
use boa_engine::{Context, JsData, JsObject, js_string};
use boa_gc::{Finalize, Trace, WeakGc};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// A place in a source file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    /// The file, as it was named to the engine. `<anonymous>` for text that has no name, such as that of `eval()`.
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

/// What is shown as the file of text that has no name.
const ANONYMOUS: &str = "<anonymous>";

/// A line of a stack where text without a name is called `<anonymous>`, and not what the engine says.
#[must_use]
pub fn with_anonymous_text(line: &str) -> Cow<'_, str> {
    let found = ["(unknown at :", "(eval at :"].into_iter().find(|name| line.contains(name));
    found.map_or(line.into(), |name| line.replacen(name, &format!("({ANONYMOUS}:"), 1).into())
}

/// Names a place of a program, for its event loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Trace, Finalize)]
#[boa_gc(empty_trace)]
pub struct Origin(NonZeroU32);

/// At most this many places are told apart; later ones have no name. Only a program that generates source text all the
/// time has more.
const MOST_PLACES: usize = 1 << 16;

/// At most this many calls of functions are known. When there are more, all are forgotten, and those that still ask for
/// work are found again.
const MOST_KNOWN: usize = 1 << 12;

/// All places that asked for work. A program has few, however much work it asks for, so each task keeps a number only.
#[derive(Default)]
pub(super) struct Locations {
    locations: IndexSet<Location, FxBuildHasher>,
    /// What is known of the functions that asked for work, by the address of their code and by where the engine thinks
    /// that it is there.
    known: FxHashMap<(usize, Position), Known>,
}

struct Known {
    /// Nothing keeps the code of a function alive here. Another function may get its address when it is gone.
    code: WeakGc<CodeBlock>,
    origin: Option<Origin>,
}

impl Locations {
    /// The place that an origin names.
    pub(super) fn location(&self, origin: Origin) -> Option<&Location> {
        self.locations.get_index(origin.0.get() as usize - 1)
    }

    /// What was found out about a call of a function before.
    fn known(&self, key: (usize, Position)) -> Option<&Known> {
        self.known.get(&key).filter(|known| known.code.is_upgradable())
    }

    fn add(&mut self, key: (usize, Position), code: WeakGc<CodeBlock>, location: Location) -> Option<Origin> {
        let is_full = self.locations.len() >= MOST_PLACES && !self.locations.contains(&location);
        let origin = if is_full {
            None
        } else {
            let number = self.locations.insert_full(location).0 + 1;
            u32::try_from(number).ok().and_then(NonZeroU32::new).map(Origin)
        };
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert(key, Known { code, origin });
        origin
    }
}

/// The place of the call that JavaScript is making now; `None` if no source file did. A hash look-up, but for the first
/// call from a place.
pub(super) fn origin_of_the_caller(locations: &RefCell<Locations>, context: &mut Context) -> Option<Origin> {
    let frame = context.stack_trace().next()?;
    let code = frame.code_block();
    let key = (std::ptr::from_ref::<CodeBlock>(code).addr(), frame.position().position?);
    if let Some(known) = locations.borrow().known(key) {
        return known.origin;
    }
    let code = WeakGc::new(code);
    let lines = stack_lines(context);
    let places = || lines.iter().filter_map(|line| Location::at_end_of(line));
    // A place in text without a name says less than where that text was run.
    let location = places().find(|place| place.file != ANONYMOUS).or_else(|| places().next())?;
    locations.borrow_mut().add(key, code, location)
}

/// The engine's own getter of the `stack` of errors, remembered before a program could replace it.
#[derive(Trace, Finalize, JsData)]
struct StackGetter(JsObject);

/// Makes a function the getter that the host asks for the stacks of errors of the current realm.
pub fn set_stack_getter(getter: JsObject, context: &Context) {
    context.realm().host_defined_mut().insert(StackGetter(getter));
}

/// The getter of the current realm that the host asks for stacks. It runs no code of a program.
fn stack_getter(context: &Context) -> Option<JsObject> {
    if let Some(StackGetter(getter)) = context.realm().host_defined().get::<StackGetter>() {
        return Some(getter.clone());
    }
    let prototype = context.intrinsics().constructors().error().prototype();
    let stack = prototype.borrow().properties().get(&js_string!("stack").into())?;
    let getter = stack.get()?.as_object().filter(JsObject::is::<NativeFunctionObject>)?;
    set_stack_getter(getter.clone(), context);
    Some(getter)
}

/// Remembers the engine's getter of stacks in a new realm.
pub fn remember_stack_getter(context: &Context) {
    let _ = stack_getter(context);
}

/// The stack that the engine noted in an error object, as it writes it. Empty for every other object.
#[must_use]
pub fn stack_text(error: &JsObject, context: &mut Context) -> String {
    let stack = stack_getter(context).and_then(|getter| getter.call(&error.clone().into(), &[], context).ok());
    stack.and_then(|stack| stack.as_string()).unwrap_or_default().to_std_string_lossy()
}

/// The lines of the stack as it is now, innermost first. A call frame's own position is that of what comes after the
/// call, so an error is made, which knows better.
#[must_use]
pub fn stack_lines(context: &mut Context) -> Vec<String> {
    let constructor = context.intrinsics().constructors().error().constructor();
    let Ok(error) = constructor.construct(&[], None, context) else { return Vec::new() };
    let stack = stack_text(&error, context);
    stack
        .lines()
        .filter_map(|line| line.strip_prefix("    "))
        .map(|line| with_anonymous_text(line).into_owned())
        .collect()
}
