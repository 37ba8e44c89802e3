//! The locations that schedule work, and the stacks of their calls.

use std::cell::{Cell, RefCell};
use std::num::NonZeroU32;
use std::panic::Location as PanicLocation;
use std::rc::Rc;

use boa_engine::Context;
use boa_engine::ast::Position;
use boa_engine::vm::{CallFrame, CodeBlock};
use boa_gc::WeakGc;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::error_stack::stack_lines;
use super::location::{ANONYMOUS, Location, is_of_the_host};
use super::origin::Origin;

/// The maximum number of locations that are stored. Later ones get no [`Origin`]. Only a program that keeps generating
/// source text has more.
const MAX_LOCATIONS: usize = 1 << 16;

/// The number of calls of a recorded stack, as in the stacks of the engine's errors. A recursion may be thousands of
/// calls deep, and schedule work in each.
const MOST_CALLS: usize = 50;

/// The maximum number of calls in the cache. When it is full, it is cleared; calls that still schedule work are then
/// looked up again.
const MAX_CACHED_CALLS: usize = 1 << 12;

/// All locations that schedule work. A program has few of them, however much work it schedules, so each task stores
/// only a number.
#[derive(Default)]
pub(crate) struct Locations {
    tables: RefCell<Tables>,
    /// The last location in Rust that scheduled work.
    last_in_rust: Cell<Option<(&'static PanicLocation<'static>, Option<Origin>)>>,
}

#[derive(Default)]
struct Tables {
    list: IndexSet<Location, FxBuildHasher>,
    /// A cache of calls that schedule work.
    known: FxHashMap<Call, Known>,
    /// The locations in Rust, by address.
    rust: FxHashMap<usize, Option<Origin>>,
    /// A cache of whole stacks, innermost call first.
    stacks: FxHashMap<Box<[Call]>, KnownStack>,
}

/// The code of all calls of a stack, which the cache does not keep alive, and the lines of its text.
type KnownStack = (Box<[WeakGc<CodeBlock>]>, Rc<[String]>);

/// A call that is on the stack: the address of the calling code, and the position that the engine has for it.
type Call = (usize, Option<Position>);

struct Known {
    /// The cache does not keep the code alive. When the code is gone, other code may get its address.
    code: WeakGc<CodeBlock>,
    origin: Option<Origin>,
}

impl Locations {
    /// The location that an origin refers to.
    pub(crate) fn location(&self, origin: Origin) -> Option<Location> {
        self.tables.borrow().location(origin).cloned()
    }

    /// Like [`Self::location`], but `None` while the tables change.
    pub(crate) fn try_location(&self, origin: Origin) -> Option<Location> {
        self.tables.try_borrow().ok()?.location(origin).cloned()
    }

    /// The location that an origin refers to, if there is one.
    pub(crate) fn of(&self, origin: Option<Origin>) -> Option<Location> {
        self.location(origin?)
    }

    /// The origin of a location in Rust. Whatever schedules work usually schedules more of it.
    #[inline]
    pub(crate) fn place_in_rust(&self, place: &'static PanicLocation<'static>) -> Option<Origin> {
        match self.last_in_rust.get() {
            Some((last, origin)) if std::ptr::eq(last, place) => origin,
            _ => self.find_place_in_rust(place),
        }
    }

    #[inline(never)]
    fn find_place_in_rust(&self, place: &'static PanicLocation<'static>) -> Option<Origin> {
        let origin = self.tables.borrow_mut().place_in_rust(place);
        self.last_in_rust.set(Some((place, origin)));
        origin
    }

    /// The source location of the current JavaScript call; `None` if the call does not come from a source file. This
    /// is a hash look-up, except for the first call from a location.
    pub(crate) fn caller(&self, context: &mut Context) -> Option<Origin> {
        let frame = context.stack_trace().next()?;
        if let Some(known) = self.tables.borrow().known(call_of(frame)?) {
            return known.origin;
        }
        // What a module of the host schedules comes from the code that calls it.
        let frame = context.stack_trace().find(|frame| !is_host_code(frame.code_block()))?;
        let (key, code) = (call_of(frame)?, WeakGc::new(frame.code_block()));
        if let Some(known) = self.tables.borrow().known(key) {
            return known.origin;
        }
        let lines = stack_lines(context);
        let places = || {
            let all = lines.iter().filter_map(|line| Location::at_end_of(line));
            all.filter(|place| !place.is_of_the_host())
        };
        // For a call in unnamed source text, the location where that text was run is more useful.
        let location = places().find(|place| place.file != ANONYMOUS).or_else(|| places().next())?;
        self.tables.borrow_mut().add(key, code, location)
    }

    /// The lines of the current stack trace, innermost call first, up to [`MOST_CALLS`]. Only the first call from a
    /// stack creates an error.
    pub(crate) fn stack(&self, context: &mut Context) -> Rc<[String]> {
        let call =
            |frame: &CallFrame| (std::ptr::from_ref::<CodeBlock>(frame.code_block()).addr(), frame.position().position);
        let calls: Box<[Call]> = context.stack_trace().take(MOST_CALLS).map(call).collect();
        if let Some((codes, lines)) = self.tables.borrow().stacks.get(&calls)
            && codes.iter().all(WeakGc::is_upgradable)
        {
            return Rc::clone(lines);
        }
        let codes = context.stack_trace().take(MOST_CALLS).map(|frame| WeakGc::new(frame.code_block())).collect();
        let lines: Rc<[String]> = stack_lines(context).into();
        let mut tables = self.tables.borrow_mut();
        if tables.stacks.len() >= MAX_CACHED_CALLS {
            tables.stacks.clear();
        }
        tables.stacks.insert(calls, (codes, Rc::clone(&lines)));
        lines
    }
}

/// Returns the call that a frame makes. `None` if the engine does not know its position.
fn call_of(frame: &CallFrame) -> Option<Call> {
    Some((std::ptr::from_ref::<CodeBlock>(frame.code_block()).addr(), Some(frame.position().position?)))
}

/// Whether code is that of a module of the host. The engine only tells the path as text.
fn is_host_code(code: &CodeBlock) -> bool {
    is_of_the_host(&code.path().to_string())
}

impl Tables {
    /// The location that an origin refers to.
    fn location(&self, origin: Origin) -> Option<&Location> {
        self.list.get_index(origin.0.get() as usize - 1)
    }

    /// The cached origin of a call, if there is one and the code still exists.
    fn known(&self, key: Call) -> Option<&Known> {
        self.known.get(&key).filter(|known| known.code.is_upgradable())
    }

    /// The origin of a location, which is stored if there is room.
    fn number(&mut self, location: Location) -> Option<Origin> {
        if self.list.len() >= MAX_LOCATIONS && !self.list.contains(&location) {
            return None;
        }
        let number = self.list.insert_full(location).0 + 1;
        u32::try_from(number).ok().and_then(NonZeroU32::new).map(Origin)
    }

    /// The origin of a location in Rust.
    fn place_in_rust(&mut self, place: &'static PanicLocation<'static>) -> Option<Origin> {
        let address = std::ptr::from_ref(place).addr();
        self.rust.get(&address).copied().unwrap_or_else(|| {
            let origin = self.number(place.into());
            self.rust.insert(address, origin);
            origin
        })
    }

    fn add(&mut self, key: Call, code: WeakGc<CodeBlock>, location: Location) -> Option<Origin> {
        let origin = self.number(location);
        if self.known.len() >= MAX_CACHED_CALLS {
            self.known.clear();
        }
        self.known.insert(key, Known { code, origin });
        origin
    }
}
