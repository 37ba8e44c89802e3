//! The objects that `Error.prepareStackTrace` of V8 receives: <https://v8.dev/docs/stack-trace-api>.

use std::path::{Path, absolute};

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::{JsArray, JsFunction};
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsData, JsObject, JsResult, JsString, JsValue, NativeFunction, js_error, js_string};
use boa_gc::{Finalize, Trace};

use crate::event_loop::Location;

/// What is known about a call.
#[derive(Trace, Finalize, JsData)]
struct CallSite {
    /// The frame, as a stack shows it.
    text: String,
    /// `None` for top-level code and functions without a name.
    function: Option<String>,
    #[unsafe_ignore_trace]
    place: Option<Location>,
    is_constructor: bool,
    is_toplevel: bool,
}

/// A method of a call site, with its name.
type Method = (&'static str, fn(&CallSite) -> JsValue);

const METHODS: [Method; 22] = [
    ("getColumnNumber", |it| number(it.place.as_ref().map(|place| place.column))),
    ("getEnclosingColumnNumber", |it| number(it.place.as_ref().map(|place| place.column))),
    ("getEnclosingLineNumber", |it| number(it.place.as_ref().map(|place| place.line))),
    ("getEvalOrigin", |_| JsValue::undefined()),
    ("getFileName", |it| it.file()),
    ("getFunction", |_| JsValue::undefined()),
    ("getFunctionName", |it| text(it.function_name())),
    ("getLineNumber", |it| number(it.place.as_ref().map(|place| place.line))),
    ("getMethodName", |it| text(it.class_and_method().map(|(_, method)| method))),
    ("getPosition", |_| 0.into()),
    ("getPromiseIndex", |_| JsValue::null()),
    ("getScriptHash", |_| js_string!().into()),
    ("getScriptNameOrSourceURL", |it| it.file()),
    ("getThis", |_| JsValue::undefined()),
    ("getTypeName", |it| text(it.class_and_method().map(|(class, _)| class))),
    ("isAsync", |_| false.into()),
    ("isConstructor", |it| it.is_constructor.into()),
    ("isEval", |_| false.into()),
    ("isNative", |it| it.place.is_none().into()),
    ("isPromiseAll", |_| false.into()),
    ("isToplevel", |it| it.is_toplevel.into()),
    ("toString", |it| text(Some(&it.text))),
];

fn text(text: Option<&str>) -> JsValue {
    text.map_or_else(JsValue::null, |text| JsString::from(text).into())
}

fn number(number: Option<u32>) -> JsValue {
    number.map_or_else(JsValue::null, JsValue::from)
}

impl CallSite {
    fn of(frame: &str) -> Self {
        let text = frame.trim_start().trim_start_matches("at ");
        let (name, place) = match Location::split_off(text) {
            Some((name, place)) => (name, Some(place)),
            None => (text.strip_suffix(" (native)").unwrap_or(text), None),
        };
        let (name, is_constructor) = name.strip_prefix("new ").map_or((name, false), |name| (name, true));
        let is_main = name == "<main>";
        let function = Some(name).filter(|name| !["", "<main>", "<anonymous>"].contains(name)).map(str::to_owned);
        // The engine does not tell the receiver. Only methods have a dot in their names.
        let is_toplevel = is_main || !is_constructor && !name.contains('.');
        Self { text: text.to_owned(), function, place, is_constructor, is_toplevel }
    }

    /// Without the class.
    fn function_name(&self) -> Option<&str> {
        self.class_and_method().map(|(_, method)| method).or(self.function.as_deref())
    }

    fn class_and_method(&self) -> Option<(&str, &str)> {
        self.function.as_deref()?.rsplit_once('.')
    }

    /// The path of the file. Stacks show it relative to the working folder.
    fn file(&self) -> JsValue {
        let Some(place) = &self.place else { return JsValue::null() };
        let path = Path::new(&place.file);
        let path = if path.is_file() { absolute(path).ok() } else { None };
        let path = path.as_deref().and_then(Path::to_str).unwrap_or(&place.file);
        text(Some(path))
    }
}

/// Returns an array with an object for each frame.
pub(super) fn call_sites(frames: &[String], context: &mut Context) -> JsResult<JsArray> {
    let prototype = prototype_of_realm(context)?;
    let site = |frame: &String| JsObject::from_proto_and_data(Some(prototype.clone()), CallSite::of(frame)).into();
    let sites: Vec<JsValue> = frames.iter().map(site).collect();
    Ok(JsArray::from_iter(sites, context))
}

/// The prototype of the call sites of a realm.
#[derive(Clone, Trace, Finalize, JsData)]
struct Prototype(JsObject);

fn prototype_of_realm(context: &mut Context) -> JsResult<JsObject> {
    if let Some(Prototype(known)) = context.realm().host_defined().get::<Prototype>() {
        return Ok(known.clone());
    }
    let prototype = prototype(context)?;
    context.realm().host_defined_mut().insert(Prototype(prototype.clone()));
    Ok(prototype)
}

/// The object that has the methods. Programs copy them.
fn prototype(context: &mut Context) -> JsResult<JsObject> {
    let prototype = JsObject::with_object_proto(context.intrinsics());
    let constructor = NativeFunction::from_fn_ptr(|_, _, _| Err(js_error!(TypeError: "CallSite is not a constructor")));
    let constructor = FunctionObjectBuilder::new(context.realm(), constructor).name(js_string!("CallSite")).build();
    let hidden = |value: JsFunction| {
        PropertyDescriptor::builder().value(value).writable(true).enumerable(false).configurable(true)
    };
    let of_constructor = PropertyDescriptor::builder().value(prototype.clone()).writable(false);
    constructor.define_property_or_throw(js_string!("prototype"), of_constructor, context)?;
    prototype.define_property_or_throw(js_string!("constructor"), hidden(constructor), context)?;
    for (name, method) in METHODS {
        let steps = NativeFunction::from_copy_closure(move |this, _, _| match this.as_object() {
            Some(site) if site.is::<CallSite>() => {
                Ok(site.downcast_ref::<CallSite>().map(|site| method(&site)).unwrap_or_default())
            }
            _ => Err(js_error!(TypeError: "CallSite method called on incompatible receiver")),
        });
        let method = FunctionObjectBuilder::new(context.realm(), steps).name(JsString::from(name)).build();
        prototype.define_property_or_throw(JsString::from(name), hidden(method), context)?;
    }
    Ok(prototype)
}
