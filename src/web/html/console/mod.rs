//! The `console` namespace: <https://console.spec.whatwg.org/>.

mod formatter;
mod limited_output;
mod output;
pub(crate) mod table;
mod time_stamp;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use boa_engine::object::builtins::JsFunction;
use boa_engine::object::{FunctionObjectBuilder, ObjectInitializer};
use boa_engine::property::{Attribute, PropertyDescriptor};
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsSymbol, JsValue, js_string};
use rustc_hash::FxHashMap;

use super::inspect::{Inspection, inspect};
use super::stack_frames::callers;
use crate::event_loop::{Timestamp, milliseconds};
use crate::web::webidl::{closure, event_loop};

pub(crate) use limited_output::LimitedOutput;
pub use output::{ConsoleOutput, StandardOutput};

/// The number of columns by which each group indents.
const INDENTATION: usize = 2;

/// The [log level](https://console.spec.whatwg.org/#logger), which selects one of the two outputs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Out,
    Err,
}

/// The state of one realm's console.
struct Console {
    output: Rc<dyn ConsoleOutput>,
    groups: Cell<usize>,
    counts: RefCell<FxHashMap<String, u64>>,
    timers: RefCell<FxHashMap<String, Timestamp>>,
}

/// Returns the arguments of a call as one text.
pub(crate) type ConsoleFormatter = Rc<dyn Fn(&[JsValue], Inspection, &mut Context) -> JsResult<String>>;

/// The formatter of a context whose embedder has set one.
struct FormatterHandle(ConsoleFormatter);

/// Replaces the formatter of `console.log` and similar methods in a context. It may run user code.
pub fn set_console_formatter(formatter: ConsoleFormatter, context: &mut Context) {
    context.insert_data(FormatterHandle(formatter));
}

/// The output of a context.
struct OutputHandle(Rc<dyn ConsoleOutput>);

/// Returns the output of `console` in a context, if it has a console.
#[must_use]
pub fn console_output(context: &Context) -> Option<Rc<dyn ConsoleOutput>> {
    context.get_data::<OutputHandle>().map(|OutputHandle(output)| Rc::clone(output))
}

type Operation = fn(&Console, &[JsValue], &mut Context) -> JsResult<()>;

impl Console {
    fn inspection(&self, level: Level) -> Inspection {
        Inspection { colored: level == Level::Out && self.output.is_colored(), ..Inspection::default() }
    }

    /// Prints text, each line indented by the open groups.
    fn print(&self, level: Level, text: &str) {
        let indentation = " ".repeat(self.groups.get() * INDENTATION);
        let text = format!("{indentation}{}", text.replace('\n', &format!("\n{indentation}")));
        match level {
            Level::Out => self.output.out(&text),
            Level::Err => self.output.err(&text),
        }
    }

    /// [Logger](https://console.spec.whatwg.org/#logger).
    fn log(&self, level: Level, arguments: &[JsValue], context: &mut Context) -> JsResult<()> {
        let text = self.format(level, arguments, context)?;
        self.print(level, &text);
        Ok(())
    }

    /// [Formatter](https://console.spec.whatwg.org/#formatter): that of the embedder, if it has set one.
    fn format(&self, level: Level, arguments: &[JsValue], context: &mut Context) -> JsResult<String> {
        let inspection = self.inspection(level);
        let own = context.get_data::<FormatterHandle>().map(|FormatterHandle(formatter)| Rc::clone(formatter));
        match own {
            Some(own) => own(arguments, inspection, context),
            None => formatter::format(arguments, inspection, context),
        }
    }

    /// [`assert`](https://console.spec.whatwg.org/#assert).
    fn assert(&self, arguments: &[JsValue], context: &mut Context) -> JsResult<()> {
        if arguments.get_or_undefined(0).to_boolean() {
            return Ok(());
        }
        let data = arguments.get(1..).unwrap_or_default();
        let text = formatter::format(data, self.inspection(Level::Err), context)?;
        let colon = if text.is_empty() { "" } else { ": " };
        self.print(Level::Err, &format!("Assertion failed{colon}{text}"));
        Ok(())
    }

    /// [`trace`](https://console.spec.whatwg.org/#trace).
    fn trace(&self, arguments: &[JsValue], context: &mut Context) -> JsResult<()> {
        let text = formatter::format(arguments, self.inspection(Level::Err), context)?;
        let colon = if text.is_empty() { "" } else { ": " };
        let mut lines = vec![format!("Trace{colon}{text}")];
        lines.extend(callers(context));
        self.print(Level::Err, &lines.join("\n    "));
        Ok(())
    }

    /// [`dir`](https://console.spec.whatwg.org/#dir), with the option `depth` of other hosts: `null` means no limit.
    fn dir(&self, arguments: &[JsValue], context: &mut Context) -> JsResult<()> {
        let mut inspection = self.inspection(Level::Out);
        if let Some(options) = arguments.get_or_undefined(1).as_object() {
            let depth = options.get(js_string!("depth"), context)?;
            if depth.is_null() {
                inspection.depth = usize::MAX;
            } else if !depth.is_undefined() {
                inspection.depth = depth
                    .to_length(context)
                    .map_or(inspection.depth, |depth| usize::try_from(depth).unwrap_or(usize::MAX));
            }
        }
        let text = inspect(arguments.get_or_undefined(0), inspection, context);
        self.print(Level::Out, &text);
        Ok(())
    }

    /// [`table`](https://console.spec.whatwg.org/#table).
    fn table(&self, arguments: &[JsValue], context: &mut Context) -> JsResult<()> {
        let properties = arguments.get_or_undefined(1);
        match table::table(arguments.get_or_undefined(0), properties, self.inspection(Level::Out), context)? {
            Some(table) => self.print(Level::Out, &table),
            None => self.log(Level::Out, arguments.get(..1).unwrap_or_default(), context)?,
        }
        Ok(())
    }

    /// [`group`](https://console.spec.whatwg.org/#group), and `groupCollapsed`: text cannot be collapsed.
    fn group(&self, arguments: &[JsValue], context: &mut Context) -> JsResult<()> {
        if !arguments.is_empty() {
            self.log(Level::Out, arguments, context)?;
        }
        self.groups.set(self.groups.get() + 1);
        Ok(())
    }

    /// [`count`](https://console.spec.whatwg.org/#count).
    fn count(&self, arguments: &[JsValue], context: &mut Context) -> JsResult<()> {
        let label = label(arguments, context)?;
        let mut counts = self.counts.borrow_mut();
        let count = counts.entry(label.clone()).or_default();
        *count += 1;
        let text = format!("{label}: {count}");
        drop(counts);
        self.print(Level::Out, &text);
        Ok(())
    }

    /// [`countReset`](https://console.spec.whatwg.org/#countreset).
    fn count_reset(&self, arguments: &[JsValue], context: &mut Context) -> JsResult<()> {
        let label = label(arguments, context)?;
        if self.counts.borrow_mut().remove(&label).is_none() {
            self.print(Level::Err, &format!("there is no count for '{label}'"));
        }
        Ok(())
    }

    /// [`time`](https://console.spec.whatwg.org/#time).
    fn time(&self, arguments: &[JsValue], context: &mut Context) -> JsResult<()> {
        let label = label(arguments, context)?;
        let now = event_loop(context)?.now();
        let is_new = !self.timers.borrow().contains_key(&label);
        if is_new {
            self.timers.borrow_mut().insert(label, now);
        } else {
            self.print(Level::Err, &format!("the timer '{label}' already exists"));
        }
        Ok(())
    }

    /// [`timeLog`](https://console.spec.whatwg.org/#timelog), or [`timeEnd`](https://console.spec.whatwg.org/#timeend),
    /// which also removes the timer.
    fn time_log(&self, arguments: &[JsValue], ends: bool, context: &mut Context) -> JsResult<()> {
        let label = label(arguments, context)?;
        let now = event_loop(context)?.now();
        let started = self.timers.borrow().get(&label).copied();
        let Some(started) = started else {
            self.print(Level::Err, &format!("there is no timer '{label}'"));
            return Ok(());
        };
        let data = if ends {
            self.timers.borrow_mut().remove(&label);
            String::new()
        } else {
            formatter::format(arguments.get(1..).unwrap_or_default(), self.inspection(Level::Out), context)?
        };
        let elapsed = milliseconds(now.duration_since(started));
        let space = if data.is_empty() { "" } else { " " };
        self.print(Level::Out, &format!("{label}: {}ms{space}{data}", (elapsed * 1e3).round() / 1e3));
        Ok(())
    }
}

/// Returns the label of a count or timer, `default` if it is missing.
fn label(arguments: &[JsValue], context: &mut Context) -> JsResult<String> {
    match arguments.first().filter(|label| !label.is_undefined()) {
        Some(label) => Ok(label.to_string(context)?.to_std_string_lossy()),
        None => Ok("default".to_owned()),
    }
}

const OPERATIONS: [(&str, Operation); 20] = [
    ("assert", Console::assert),
    ("clear", |console, _, _| {
        // Omitted: step 2, clearing the output: it may be a file.
        console.groups.set(0);
        Ok(())
    }),
    ("debug", |console, data, context| console.log(Level::Out, data, context)),
    ("error", |console, data, context| console.log(Level::Err, data, context)),
    ("info", |console, data, context| console.log(Level::Out, data, context)),
    ("log", |console, data, context| console.log(Level::Out, data, context)),
    ("table", Console::table),
    ("trace", Console::trace),
    ("warn", |console, data, context| console.log(Level::Err, data, context)),
    ("dir", Console::dir),
    ("dirxml", |console, data, context| console.log(Level::Out, data, context)),
    ("count", Console::count),
    ("countReset", Console::count_reset),
    ("group", Console::group),
    ("groupCollapsed", Console::group),
    ("groupEnd", |console, _, _| {
        console.groups.set(console.groups.get().saturating_sub(1));
        Ok(())
    }),
    ("time", Console::time),
    ("timeLog", |console, data, context| console.time_log(data, false, context)),
    ("timeStamp", |_, data, context| time_stamp::time_stamp(data, context)),
    ("timeEnd", |console, data, context| console.time_log(data, true, context)),
];

fn operation(console: &Rc<Console>, name: JsString, steps: Operation, context: &Context) -> JsFunction {
    let console = Rc::clone(console);
    let function = move |_: &JsValue, arguments: &[JsValue], context: &mut Context| {
        steps(&console, arguments, context).map(|()| JsValue::undefined())
    };
    FunctionObjectBuilder::new(context.realm(), closure(function)).name(name).length(0).build()
}

/// Defines `console`, a [namespace object](https://webidl.spec.whatwg.org/#dfn-create-a-namespace-object) whose
/// prototype is an empty object. It writes to `output`.
pub(crate) fn register(output: Rc<dyn ConsoleOutput>, context: &mut Context) -> JsResult<()> {
    context.insert_data(OutputHandle(Rc::clone(&output)));
    let console =
        Rc::new(Console { output, groups: Cell::new(0), counts: RefCell::default(), timers: RefCell::default() });
    let prototype = ObjectInitializer::new(context).build();
    let object = JsObject::from_proto_and_data(prototype, boa_engine::builtins::object::OrdinaryObject);
    for (name, steps) in OPERATIONS {
        let name = js_string!(name);
        let function = operation(&console, name.clone(), steps, context);
        let operation =
            PropertyDescriptor::builder().value(function).writable(true).enumerable(true).configurable(true);
        object.define_property_or_throw(name, operation, context)?;
    }
    let tag = PropertyDescriptor::builder().value(js_string!("console")).writable(false).enumerable(false);
    object.define_property_or_throw(JsSymbol::to_string_tag(), tag.configurable(true), context)?;
    context.register_global_property(js_string!("console"), object, Attribute::WRITABLE | Attribute::CONFIGURABLE)
}
