//! The functions that corrected code calls. They are properties of a hidden global, so programs do not find them by
//! accident.

use boa_engine::object::builtins::JsWeakMap;
use boa_engine::object::{FunctionObjectBuilder, JsObject, ObjectInitializer};
use boa_engine::property::{Attribute, PropertyDescriptor};
use boa_engine::{
    Context, JsArgs, JsData, JsError, JsNativeError, JsResult, JsString, JsSymbol, JsValue, NativeFunction, js_string,
};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use posttask::internal::engine::a_property_is_deleted;
use posttask::internal::event_loop::explain_error;

use super::evaluated_text::{Evaluator, indirect, source};
use super::host_iterator::{Iterator, close_iterator, function, get_iterator, iterator_object, state, step};
use super::module_turns::{ended, turn};
use super::open_loops::loops;
use super::property_slots::{key, power, raise, slot};
use super::with_references::{bound, owner};
use super::{HOST, TextCompiler, function_constructors, function_texts, open_loops, with_references};
use crate::error_places::late;
use crate::helpers;
use crate::shown_value::shown_value;

/// What the functions of a realm share.
#[derive(Default, Trace, Finalize)]
struct Shared {
    /// What an iterator threw. The initializer that runs next throws it.
    pending: GcRefCell<Option<JsValue>>,
}

/// Defines the global in the current realm, and replaces the constructors of functions.
///
/// # Errors
///
/// Whatever the global object throws when the property is defined.
pub(in super::super) fn define_host(compiler: TextCompiler, context: &mut Context) -> JsResult<()> {
    let texts = JsWeakMap::new(context);
    function_constructors::replace(compiler, &texts, context)?;
    function_texts::replace(compiler, texts, context)?;
    let evaluator = Evaluator::new(compiler, context);
    let shared = Gc::new(Shared::default());
    let iterators = prototype(shared.clone(), context);
    let open_loops = open_loops::prototype(iterators.clone(), context);
    let targets = target_prototype(context);
    let constants = constant_prototype(context);
    let references = with_references::prototype(context);
    let helpers = helpers::getter(context);
    let host = ObjectInitializer::new(context)
        .function(NativeFunction::from_fn_ptr(bound), js_string!("bound"), 2)
        .function(NativeFunction::from_fn_ptr(call), js_string!("call"), 2)
        .function(NativeFunction::from_copy_closure_with_captures(check, shared), js_string!("check"), 0)
        .function(NativeFunction::from_copy_closure_with_captures(constant, constants), js_string!("constant"), 1)
        .function(NativeFunction::from_fn_ptr(constructed), js_string!("constructed"), 1)
        .function(NativeFunction::from_fn_ptr(define), js_string!("define"), 3)
        .function(NativeFunction::from_fn_ptr(early), js_string!("early"), 1)
        .function(NativeFunction::from_fn_ptr(ended), js_string!("ended"), 1)
        .function(NativeFunction::from_fn_ptr(explain), js_string!("explain"), 1)
        .function(NativeFunction::from_fn_ptr(global), js_string!("global"), 2)
        .function(
            NativeFunction::from_copy_closure_with_captures(indirect, evaluator.clone()),
            js_string!("indirect"),
            1,
        )
        .function(NativeFunction::from_copy_closure_with_captures(iterate, iterators.clone()), js_string!("iterate"), 2)
        .function(NativeFunction::from_fn_ptr(key), js_string!("key"), 1)
        .function(NativeFunction::from_fn_ptr(late), js_string!("late"), 2)
        .function(NativeFunction::from_fn_ptr(list), js_string!("list"), 1)
        .function(NativeFunction::from_copy_closure_with_captures(loops, open_loops), js_string!("loops"), 0)
        .function(NativeFunction::from_fn_ptr(moving), js_string!("moving"), 2)
        .function(NativeFunction::from_fn_ptr(nullish), js_string!("nullish"), 2)
        .function(NativeFunction::from_copy_closure_with_captures(map, iterators), js_string!("map"), 2)
        .function(NativeFunction::from_fn_ptr(numeric), js_string!("numeric"), 1)
        .function(NativeFunction::from_copy_closure_with_captures(owner, references), js_string!("owner"), 3)
        .function(NativeFunction::from_fn_ptr(parts), js_string!("parts"), 1)
        .function(NativeFunction::from_fn_ptr(power), js_string!("power"), 2)
        .function(NativeFunction::from_fn_ptr(raise), js_string!("raise"), 2)
        .function(NativeFunction::from_fn_ptr(slot), js_string!("slot"), 4)
        .function(NativeFunction::from_copy_closure_with_captures(source, evaluator), js_string!("source"), 2)
        .function(NativeFunction::from_copy_closure_with_captures(to, targets), js_string!("to"), 1)
        .function(NativeFunction::from_fn_ptr(turn), js_string!("turn"), 2)
        .function(NativeFunction::from_fn_ptr(superclass), js_string!("superclass"), 1)
        // What a guard looks at.
        .property(js_string!("value"), JsValue::undefined(), Attribute::WRITABLE)
        .accessor(js_string!(helpers::HELPERS), Some(helpers), None, Attribute::empty())
        .build();
    context.register_global_property(JsString::from(HOST), host, Attribute::empty())
}

/// `call(f, v)` is `f(v)`: in this order, a pattern comes before its value, as in the text.
fn call(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    function(arguments.get_or_undefined(0))?.call(&JsValue::undefined(), &arguments[1..], context)
}

/// `constructed(v)` is `v`, if a derived constructor may return it.
fn constructed(_: &JsValue, arguments: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let value = arguments.get_or_undefined(0);
    if value.is_object() || value.is_undefined() {
        return Ok(value.clone());
    }
    Err(JsNativeError::typ().with_message("Derived constructors may only return object or undefined").into())
}

/// `define(o, k, v)` is [`DefineField`](https://tc39.es/ecma262/#sec-definefield) of a public field: `o` gets an own
/// property, whatever it inherits.
fn define(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(object) = arguments.get_or_undefined(0).as_object() else { return Ok(JsValue::undefined()) };
    let key = arguments.get_or_undefined(1).to_property_key(context)?;
    object.create_data_property_or_throw(key, arguments.get_or_undefined(2).clone(), context)?;
    Ok(JsValue::undefined())
}

/// `early(name)` throws, because a variable is read before its declaration.
fn early(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let name = arguments.get_or_undefined(0).to_string(context)?.to_std_string_escaped();
    Err(JsNativeError::reference().with_message(format!("Cannot access '{name}' before initialization")).into())
}

/// `explain(e)` gives a built-in error its message and place.
#[expect(clippy::unnecessary_wraps, reason = "the functions of the engine return results")]
fn explain(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    explain_error(arguments.get_or_undefined(0), context);
    Ok(JsValue::undefined())
}

/// `superclass(v)` is `v`, if it is a constructor or `null`.
fn superclass(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let value = arguments.get_or_undefined(0);
    if value.is_null() || value.as_object().is_some_and(|object| object.is_constructor()) {
        return Ok(value.clone());
    }
    let shown = shown_value(value, context);
    let message = format!("Class extends value {shown} is not a constructor or null");
    Err(JsNativeError::typ().with_message(message).into())
}

/// `global(name, v)` assigns to a global variable that `var` has declared.
fn global(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let name = arguments.get_or_undefined(0).to_property_key(context)?;
    let global = context.global_object();
    global.set(name, arguments.get_or_undefined(1).clone(), false, context)?;
    Ok(JsValue::undefined())
}

/// `moving(o, k)` is `o`, whose property `k` is about to be deleted.
#[expect(clippy::unnecessary_wraps, reason = "the functions of the engine return results")]
fn moving(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let object = arguments.get_or_undefined(0);
    a_property_is_deleted(object, arguments.get_or_undefined(1), context);
    Ok(object.clone())
}

/// `nullish(v, k)` throws, because a value is `undefined` or `null`: `v`, if it is given. The property `k` should have
/// been read.
fn nullish(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let value = match arguments.first() {
        Some(value) if value.is_null() => "null",
        Some(_) => "undefined",
        None => "undefined or null",
    };
    let key = arguments.get(1).map(|key| format!(" (reading '{}')", shown_value(key, context))).unwrap_or_default();
    Err(JsNativeError::typ().with_message(format!("Cannot read properties of {value}{key}")).into())
}

/// `numeric(v)` is [`ToNumeric`](https://tc39.es/ecma262/#sec-tonumeric) of `v`.
fn numeric(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    arguments.get_or_undefined(0).to_numeric(context).map(JsValue::from)
}

/// `check()` throws what the iterator of [`iterate`] has thrown, if it has.
fn check(_: &JsValue, _: &[JsValue], shared: &Gc<Shared>, _: &mut Context) -> JsResult<JsValue> {
    let pending = shared.pending.borrow_mut().take();
    pending.map_or(Ok(JsValue::undefined()), |error| Err(JsError::from_opaque(error)))
}

/// `iterate(v, n)` has the values of `v`. The first `n` steps never throw: [`check`] throws instead.
fn iterate(_: &JsValue, arguments: &[JsValue], prototype: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    let steps = arguments.get_or_undefined(1).to_u32(context)?;
    wrapped(arguments.get_or_undefined(0), steps, None, prototype, context)
}

/// `map(f, v)` has the values that `f` returns for those of `v`. If `f` throws, `v` is closed.
fn map(_: &JsValue, arguments: &[JsValue], prototype: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    let function = function(arguments.get_or_undefined(0))?;
    wrapped(arguments.get_or_undefined(1), 0, Some(function), prototype, context)
}

fn wrapped(
    value: &JsValue,
    steps: u32,
    function: Option<JsObject>,
    prototype: &JsObject,
    context: &mut Context,
) -> JsResult<JsValue> {
    Ok(iterator_object(Iterator::new(value, steps, function, context)?, prototype))
}

/// The prototype of the iterators.
fn prototype(shared: Gc<Shared>, context: &mut Context) -> JsObject {
    let itself =
        FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(|this, _, _| Ok(this.clone()))).build();
    ObjectInitializer::new(context)
        .function(NativeFunction::from_copy_closure_with_captures(next, shared), js_string!("next"), 0)
        .function(NativeFunction::from_fn_ptr(close), js_string!("return"), 0)
        .property(JsSymbol::iterator(), itself, Attribute::empty())
        .build()
}

fn next(this: &JsValue, _: &[JsValue], shared: &Gc<Shared>, context: &mut Context) -> JsResult<JsValue> {
    let state = state(this)?;
    let must_not_throw = state.checked_steps.get() > 0;
    state.checked_steps.set(state.checked_steps.get().saturating_sub(1));
    if state.is_done.get() {
        return Ok(result(JsValue::undefined(), true, context));
    }
    match step(&state.object, &state.next, context) {
        Ok(Some(value)) => mapped(&state, value, context).map(|value| result(value, false, context)),
        Ok(None) => {
            state.is_done.set(true);
            Ok(result(JsValue::undefined(), true, context))
        }
        Err(error) => {
            state.is_done.set(true);
            state.has_thrown.set(true);
            if !must_not_throw {
                return Err(error);
            }
            // What no `catch` clause sees, such as an error of a limit, has no value.
            let thrown = error.into_opaque(context)?;
            *shared.pending.borrow_mut() = Some(thrown);
            Ok(result(JsValue::undefined(), false, context))
        }
    }
}

fn mapped(state: &Iterator, value: JsValue, context: &mut Context) -> JsResult<JsValue> {
    let Some(function) = &state.function else { return Ok(value) };
    let mapped = function.call(&JsValue::undefined(), &[value], context);
    if let Err(error) = &mapped
        && error.clone().into_opaque(context).is_ok()
    {
        // [IteratorClose](https://tc39.es/ecma262/#sec-iteratorclose), step 5: the first error counts.
        state.is_done.set(true);
        let _ = close_iterator(state, context);
    }
    mapped
}

fn result(value: JsValue, is_done: bool, context: &mut Context) -> JsValue {
    boa_engine::builtins::iterable::create_iter_result_object(value, is_done, context)
}

fn close(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let state = state(this)?;
    if state.has_thrown.get() || state.is_done.get() {
        return Ok(result(JsValue::undefined(), true, context));
    }
    state.is_done.set(true);
    // If there is no `return`, the engine must see an object all the same.
    Ok(close_iterator(&state, context)?.unwrap_or_else(|| result(JsValue::undefined(), true, context)))
}

/// As a tag, `parts` is an array of the arguments for another tag.
#[expect(clippy::unnecessary_wraps, reason = "the functions of the engine return results")]
fn parts(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(boa_engine::object::builtins::JsArray::from_iter(arguments.iter().cloned(), context).into())
}

/// `list(v)` is an array with the values of `v`, for spread elements.
fn list(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (iterator, next) = get_iterator(arguments.get_or_undefined(0), context)?;
    let mut values = Vec::new();
    while let Some(value) = step(&iterator, &next, context)? {
        values.push(value);
    }
    Ok(boa_engine::object::builtins::JsArray::from_iter(values, context).into())
}

/// The function of a target.
#[derive(Trace, Finalize, JsData)]
struct Target(JsObject);

/// `to(f).value = v` calls `f(v)`.
fn to(_: &JsValue, arguments: &[JsValue], prototype: &JsObject, _: &mut Context) -> JsResult<JsValue> {
    let function = function(arguments.get_or_undefined(0))?;
    Ok(JsObject::from_proto_and_data(Some(prototype.clone()), Target(function)).into())
}

fn target_prototype(context: &mut Context) -> JsObject {
    let set = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(set_target)).build();
    let prototype = JsObject::with_null_proto();
    let value = PropertyDescriptor::builder().set(set).enumerable(false).configurable(false);
    prototype.insert_property(js_string!("value"), value);
    prototype
}

fn set_target(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let object = this.as_object();
    let target = object.as_ref().and_then(|object| object.downcast_ref::<Target>().map(|target| target.0.clone()));
    let target = target.ok_or_else(|| JsNativeError::typ().with_message("not a target"))?;
    target.call(&JsValue::undefined(), &arguments[..1], context)
}

/// The value of a constant.
#[derive(Trace, Finalize, JsData)]
struct Constant(JsValue);

/// `constant(v).value` is `v`, and cannot be written.
#[expect(clippy::unnecessary_wraps, reason = "the functions of the engine return results")]
fn constant(_: &JsValue, arguments: &[JsValue], prototype: &JsObject, _: &mut Context) -> JsResult<JsValue> {
    let value = arguments.get_or_undefined(0).clone();
    Ok(JsObject::from_proto_and_data(Some(prototype.clone()), Constant(value)).into())
}

fn constant_prototype(context: &mut Context) -> JsObject {
    let get = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(get_constant)).build();
    let set = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(set_constant)).build();
    let prototype = JsObject::with_null_proto();
    let value = PropertyDescriptor::builder().get(get).set(set).enumerable(false).configurable(false);
    prototype.insert_property(js_string!("value"), value);
    prototype
}

fn get_constant(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let object = this.as_object();
    let value = object.as_ref().and_then(|object| object.downcast_ref::<Constant>().map(|constant| constant.0.clone()));
    value.ok_or_else(|| JsNativeError::typ().with_message("not a constant").into())
}

fn set_constant(_: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Err(JsNativeError::typ().with_message("Assignment to constant variable.").into())
}
