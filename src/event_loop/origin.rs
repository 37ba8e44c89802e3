//! Where a program schedules work, for messages such as `posted at app.js:12:3`.

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

/// A location in a source file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    /// The file name that the engine was given; `<anonymous>` for unnamed source text, such as that of `eval()`.
    pub file: String,
    /// The line number, from 1.
    pub line: u32,
    /// The column number, from 1.
    pub column: u32,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl Location {
    /// Parses the location in parentheses at the end of a line of a stack trace, such as `at f (app.js:12:3)`.
    #[must_use]
    pub fn at_end_of(text: &str) -> Option<Self> {
        Self::split_off(text).map(|(_, place)| place)
    }

    /// Like [`Self::at_end_of`], but also returns the text before the location.
    #[must_use]
    pub fn split_off(text: &str) -> Option<(&str, Self)> {
        let (before, place) = text.strip_suffix(')')?.split_once(" (")?;
        let (place, column) = place.rsplit_once(':')?;
        let (file, line) = place.rsplit_once(':')?;
        Some((before, Self { file: file.to_owned(), line: line.parse().ok()?, column: column.parse().ok()? }))
    }
}

/// The file name that is shown for unnamed source text.
const ANONYMOUS: &str = "<anonymous>";

/// Replaces the engine's names for unnamed source text with `<anonymous>` in a line of a stack trace.
#[must_use]
pub(crate) fn with_anonymous_text(line: &str) -> Cow<'_, str> {
    let found = ["(unknown at :", "(eval at :"].into_iter().find(|name| line.contains(name));
    found.map_or(line.into(), |name| line.replacen(name, &format!("({ANONYMOUS}:"), 1).into())
}

/// Identifies a source location within an event loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Trace, Finalize)]
#[boa_gc(empty_trace)]
pub struct Origin(NonZeroU32);

/// The maximum number of locations that are stored. Later ones get no [`Origin`]. Only a program that keeps generating
/// source text has more.
const MAX_LOCATIONS: usize = 1 << 16;

/// The maximum number of calls in the cache. When it is full, it is cleared; calls that still schedule work are then
/// looked up again.
const MAX_CACHED_CALLS: usize = 1 << 12;

/// All locations that schedule work. A program has few of them, however much work it schedules, so each task stores
/// only a number.
#[derive(Default)]
pub(super) struct Locations {
    locations: IndexSet<Location, FxBuildHasher>,
    /// A cache of calls that schedule work, by the address of the calling code and the position that the engine has for
    /// the call.
    known: FxHashMap<(usize, Position), Known>,
}

struct Known {
    /// The cache does not keep the code alive. When the code is gone, other code may get its address.
    code: WeakGc<CodeBlock>,
    origin: Option<Origin>,
}

impl Locations {
    /// The location that an origin refers to.
    pub(super) fn location(&self, origin: Origin) -> Option<&Location> {
        self.locations.get_index(origin.0.get() as usize - 1)
    }

    /// The cached origin of a call, if there is one and the code still exists.
    fn known(&self, key: (usize, Position)) -> Option<&Known> {
        self.known.get(&key).filter(|known| known.code.is_upgradable())
    }

    fn add(&mut self, key: (usize, Position), code: WeakGc<CodeBlock>, location: Location) -> Option<Origin> {
        let is_full = self.locations.len() >= MAX_LOCATIONS && !self.locations.contains(&location);
        let origin = if is_full {
            None
        } else {
            let number = self.locations.insert_full(location).0 + 1;
            u32::try_from(number).ok().and_then(NonZeroU32::new).map(Origin)
        };
        if self.known.len() >= MAX_CACHED_CALLS {
            self.known.clear();
        }
        self.known.insert(key, Known { code, origin });
        origin
    }
}

/// The source location of the current JavaScript call; `None` if the call does not come from a source file. This is a
/// hash look-up, except for the first call from a location.
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
    // For a call in unnamed source text, the location where that text was run is more useful.
    let location = places().find(|place| place.file != ANONYMOUS).or_else(|| places().next())?;
    locations.borrow_mut().add(key, code, location)
}

/// The engine's getter for the `stack` property of errors, saved before a program can replace it.
#[derive(Trace, Finalize, JsData)]
struct StackGetter(JsObject);

/// Sets the getter that the host uses for the stacks of errors in the current realm.
pub(crate) fn set_stack_getter(getter: JsObject, context: &Context) {
    context.realm().host_defined_mut().insert(StackGetter(getter));
}

/// The getter that the host uses for stacks in the current realm. It never runs code of the program.
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

/// Saves the engine's getter for stacks in a new realm.
pub(crate) fn save_stack_getter(context: &Context) {
    let _ = stack_getter(context);
}

/// The stack of an error object, as formatted by the engine. Empty for every other object.
#[must_use]
pub(crate) fn stack_text(error: &JsObject, context: &mut Context) -> String {
    let stack = stack_getter(context).and_then(|getter| getter.call(&error.clone().into(), &[], context).ok());
    stack.and_then(|stack| stack.as_string()).unwrap_or_default().to_std_string_lossy()
}

/// The lines of the current stack trace, innermost call first. They come from a new error, because the position of a
/// call frame is the position after the call.
#[must_use]
pub(crate) fn stack_lines(context: &mut Context) -> Vec<String> {
    let constructor = context.intrinsics().constructors().error().constructor();
    let Ok(error) = constructor.construct(&[], None, context) else { return Vec::new() };
    let stack = stack_text(&error, context);
    stack
        .lines()
        .filter_map(|line| line.strip_prefix("    "))
        .map(|line| with_anonymous_text(line).into_owned())
        .collect()
}
