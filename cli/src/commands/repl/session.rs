//! The JavaScript side of a prompt: evaluates inputs, remembers results and completes names.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use boa_engine::native_function::NativeFunctionObject;
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, js_string};
use posttask::Runtime;
use posttask::html::{ConsoleOutput, Inspection, inspect};
use posttask::internal::html::{is_identifier, own_property, prototypes};
use posttask::internal::runtime::Declarations;
use posttask_front_end::FrontEnd;

use super::channel::{Completions, PromptOutput};
use super::keywords::KEYWORDS;

/// The session of a prompt.
pub(super) struct Session {
    pub(super) runtime: Runtime,
    pub(super) output: PromptOutput,
    front_end: Arc<FrontEnd>,
    inputs: Vec<String>,
    loaded: Vec<PathBuf>,
    done: Rc<Cell<bool>>,
}

impl Session {
    pub(super) fn new(runtime: Runtime, output: PromptOutput, front_end: Arc<FrontEnd>) -> Self {
        Self { runtime, output, front_end, inputs: Vec::new(), loaded: Vec::new(), done: Rc::new(Cell::new(true)) }
    }

    /// Whether the last input has a result or has failed.
    pub(super) fn is_done(&self) -> bool {
        self.done.get()
    }

    /// Returns all inputs so far, except commands.
    pub(super) fn inputs(&self) -> &[String] {
        &self.inputs
    }

    /// The files that were loaded.
    pub(super) fn loaded(&self) -> &[PathBuf] {
        &self.loaded
    }

    /// Evaluates an input, and prints its result when there is one.
    pub(super) fn evaluate(&mut self, input: String) {
        let name = format!("repl#{}", self.inputs.len() + 1);
        let output = self.output.clone();
        self.start(&input, &name, move |value, context| {
            remember("_", value, context);
            let inspection = Inspection::default().with_colors(output.is_colored());
            output.out(&inspect(value, inspection, context));
        });
        self.inputs.push(input);
    }

    /// Evaluates a file as if it had been typed, without printing its result.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read.
    pub(super) fn load(&mut self, path: &Path) -> Result<(), posttask::Error> {
        let mut text = self.front_end.source(path)?;
        self.loaded.push(path.to_owned());
        if text.starts_with("#!") {
            // The text is evaluated after generated declarations, where a hashbang is not allowed but a comment is.
            text.replace_range(..2, "//");
        }
        self.start(&text, &path.display().to_string(), |_, _| {});
        Ok(())
    }

    fn start(&mut self, text: &str, name: &str, print: impl FnOnce(&JsValue, &mut Context) + 'static) {
        let name = Path::new(name);
        let compiled = match self.front_end.for_evaluation(text, name) {
            Ok(compiled) => compiled,
            Err(error) => {
                let event_loop = Rc::clone(self.runtime.event_loop());
                return self.runtime.with_context(|context| event_loop.report_an_exception(error, context));
            }
        };
        let done = Rc::new(Cell::new(false));
        self.done = Rc::clone(&done);
        let event_loop = Rc::clone(self.runtime.event_loop());
        let ended = move |result: JsResult<JsValue>, context: &mut Context| {
            done.set(true);
            match result {
                Ok(value) => print(&value, context),
                Err(error) => {
                    let value = posttask::internal::webidl::exception_value(error.clone(), context);
                    remember("_error", &value, context);
                    event_loop.report_an_exception(error, context);
                }
            }
        };
        let explain = || self.front_end.syntax_error(text, name);
        self.runtime.evaluate(&compiled, name, Declarations::Shared, &explain, Box::new(ended));
    }

    /// Returns the possible completions of the word before the cursor.
    pub(super) fn complete(&mut self, text: &str) -> Completions {
        let is_part = |character: char| character.is_alphanumeric() || matches!(character, '_' | '$' | '.');
        let path_start = text.char_indices().rev().find(|&(_, c)| !is_part(c)).map_or(0, |(i, c)| i + c.len_utf8());
        let path = &text[path_start..];
        let (objects, word) = path.rsplit_once('.').map_or((None, path), |(objects, word)| (Some(objects), word));
        let start = text.len() - word.len();
        let mut names = self.runtime.with_context(|context| {
            let global = JsValue::from(context.global_object());
            let found = objects.map_or(Some(global.clone()), |objects| {
                objects.split('.').try_fold(global, |value, name| look_up(&value, name, context))
            });
            found.map(|value| property_names(&value, context)).unwrap_or_default()
        });
        if objects.is_none() {
            names.extend(KEYWORDS.map(str::to_owned));
        }
        names.retain(|name| name.starts_with(word) && is_identifier(name));
        names.sort();
        names.dedup();
        Completions { start, names }
    }
}

/// Sets a global variable of the prompt, such as `_`, unless the program has declared or defined it differently.
fn remember(name: &str, value: &JsValue, context: &mut Context) {
    let key = PropertyKey::from(JsString::from(name));
    let global = context.global_object();
    let taken = own_property(&global, &key).is_some_and(|property| property.is_accessor_descriptor());
    if !taken {
        let property = PropertyDescriptor::builder().value(value.clone()).writable(true).enumerable(false);
        // The variable is only a convenience, so failure to define it is ignored.
        let _ = global.define_property_or_throw(key, property.configurable(true), context);
    }
}

/// Returns the object in which to look up the properties of a value: of a primitive value, its wrapper object.
fn object_of(value: &JsValue, context: &mut Context) -> Option<JsObject> {
    if value.is_null_or_undefined() { None } else { value.to_object(context).ok() }
}

/// Returns the value of a property, or `None` if reading it would run code of the program.
fn look_up(value: &JsValue, name: &str, context: &mut Context) -> Option<JsValue> {
    let object = object_of(value, context)?;
    let key = PropertyKey::from(JsString::from(name));
    let property = prototypes(&object).find_map(|object| own_property(&object, &key))?;
    if let Some(value) = property.value() {
        return Some(value.clone());
    }
    let getter = property.get()?.as_object()?;
    // Only native getters are called, and those that stand for variables declared by inputs.
    let is_variable = own_property(&getter, &js_string!("name").into())
        .and_then(|name| Some(name.value()?.as_string()?.is_empty()))
        .unwrap_or(false);
    if getter.is::<NativeFunctionObject>() || is_variable { getter.call(value, &[], context).ok() } else { None }
}

fn property_names(value: &JsValue, context: &mut Context) -> Vec<String> {
    let Some(object) = object_of(value, context) else { return Vec::new() };
    let keys = prototypes(&object).flat_map(|object| object.own_property_keys(context).unwrap_or_default());
    let names = keys.filter_map(|key| match key {
        PropertyKey::String(name) => Some(name.to_std_string_lossy()),
        _ => None,
    });
    names.collect()
}
