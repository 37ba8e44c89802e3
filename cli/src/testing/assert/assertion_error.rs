//! `AssertionError`: <https://nodejs.org/api/assert.html#class-assertassertionerror>.

use boa_engine::object::ConstructorBuilder;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{
    Context, JsArgs, JsData, JsError, JsObject, JsResult, JsString, JsValue, NativeFunction, js_str, js_string,
};
use boa_gc::{Finalize, Trace};
use posttask::internal::webidl::type_error;

use super::message::Compared;
use super::node_error::invalid_arg_type;
use super::objects::{
    Keys, inherits_from, is_error, is_instance_of_error, own_enumerable_keys, plain_object, prepare, prototype_of,
};
use super::stack::CallSite;

/// What an error is created from.
pub(super) struct Options {
    pub(super) message: JsValue,
    pub(super) actual: JsValue,
    pub(super) expected: JsValue,
    pub(super) operator: JsValue,
    /// `simple` or `full`.
    pub(super) diff: JsValue,
}

impl Options {
    /// The options of an assertion.
    pub(super) fn new(actual: &JsValue, expected: &JsValue, operator: &str, message: &JsValue) -> Self {
        Self {
            message: message.clone(),
            actual: actual.clone(),
            expected: expected.clone(),
            operator: js_string!(operator).into(),
            diff: js_string!("simple").into(),
        }
    }

    /// Creates the error.
    ///
    /// # Errors
    ///
    /// Whatever the conversion of the message to a string throws.
    pub(super) fn create(self, site: &CallSite, context: &mut Context) -> JsResult<JsObject> {
        let class = class(context)?;
        create(self, &class, site, context)
    }
}

/// The class of a realm.
#[derive(Trace, Finalize, JsData)]
struct OfRealm(JsObject);

/// Returns the class of the current realm, which is created at the first call.
///
/// # Errors
///
/// Whatever a program throws that has replaced built-in functions by getters.
pub(super) fn class(context: &mut Context) -> JsResult<JsObject> {
    let known = context.realm().host_defined().get::<OfRealm>().map(|known| known.0.clone());
    if let Some(class) = known {
        return Ok(class);
    }
    prepare(context)?;
    let class = create_class(context);
    context.realm().host_defined_mut().insert(OfRealm(class.clone()));
    Ok(class)
}

fn create_class(context: &mut Context) -> JsObject {
    let error = context.intrinsics().constructors().error();
    let (constructor, prototype) = (error.constructor(), error.prototype());
    let mut builder = ConstructorBuilder::new(context, NativeFunction::from_fn_ptr(construct));
    builder.name("AssertionError").length(1).inherit(prototype).custom_prototype(constructor);
    builder.method(NativeFunction::from_fn_ptr(to_string), js_string!("toString"), 0);
    builder.build().constructor()
}

/// `new AssertionError(options)`. The engine passes `new.target` as `this`.
fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(new_target) = new_target.as_object() else {
        return Err(type_error("Class constructor AssertionError cannot be invoked without 'new'"));
    };
    let given = arguments.get_or_undefined(0);
    let is_list = given.as_object().is_some_and(|object| object.is_array());
    let Some(given) = plain_object(given).filter(|_| !is_list) else {
        return Err(invalid_arg_type("options", "of type object", given, context));
    };
    let mut option = |name: &str| given.get(js_string!(name), context);
    let options = Options {
        message: option("message")?,
        operator: option("operator")?,
        diff: match option("diff")? {
            diff if diff.is_undefined() => js_string!("simple").into(),
            diff => diff,
        },
        actual: option("actual")?,
        expected: option("expected")?,
    };
    let site = CallSite::new(context);
    create(options, &new_target, &site, context).map(JsValue::from)
}

/// Creates an error of the class or of one that extends it.
fn create(options: Options, class: &JsObject, site: &CallSite, context: &mut Context) -> JsResult<JsObject> {
    let Options { message, mut actual, mut expected, operator, diff } = options;
    if message.is_null_or_undefined() && has_stack(&actual, context)? && has_stack(&expected, context)? {
        // The stacks would make up most of the message.
        (actual, expected) = (copy_of_error(&actual, context)?, copy_of_error(&expected, context)?);
    }
    let name = operator.as_string().unwrap_or(js_string!("undefined")).to_std_string_lossy();
    let full = diff.as_string().is_some_and(|diff| diff == js_string!("full"));
    let compared = Compared { actual: &actual, expected: &expected, operator: &name, full };
    let text = compared.message(&message, context)?;
    let constructor = context.intrinsics().constructors().error().constructor();
    let error = constructor.construct(&[text.into()], Some(class), context)?;
    site.store(&error, context)?;
    let name = PropertyDescriptor::builder().value(js_string!("AssertionError"));
    let name = name.writable(true).enumerable(false).configurable(true);
    error.define_property_or_throw(js_string!("name"), name, context)?;
    let properties: [(&str, JsValue); 6] = [
        ("generatedMessage", (!message.to_boolean()).into()),
        ("code", js_string!("ERR_ASSERTION").into()),
        ("actual", actual),
        ("expected", expected),
        ("operator", operator),
        ("diff", diff),
    ];
    for (name, value) in properties {
        error.create_data_property_or_throw(js_string!(name), value, context)?;
    }
    Ok(error)
}

/// Whether a value is an error with a stack.
fn has_stack(value: &JsValue, context: &mut Context) -> JsResult<bool> {
    let Some(object) = plain_object(value) else { return Ok(false) };
    Ok(object.has_property(js_string!("stack"), context)? && is_instance_of_error(value, context)?)
}

/// Returns an object with the properties of an error, but without its stack.
fn copy_of_error(error: &JsValue, context: &mut Context) -> JsResult<JsValue> {
    let Some(source) = error.as_object() else { return Ok(error.clone()) };
    let prototype = prototype_of(&source, context)?;
    let copy = JsObject::from_proto_and_data(prototype, boa_engine::builtins::object::OrdinaryObject);
    for keys in [Keys::Names, Keys::Symbols] {
        for key in own_enumerable_keys(&source, keys, context)? {
            let value = source.get(key.clone(), context)?;
            copy.set(key, value, true, context)?;
        }
    }
    let message = source.get(js_string!("message"), context)?;
    let hidden = |value: JsValue| PropertyDescriptor::builder().value(value).enumerable(false);
    copy.define_property_or_throw(js_string!("message"), hidden(message), context)?;
    if source.has_own_property(js_string!("cause"), context)? {
        let cause = source.get(js_string!("cause"), context)?;
        // The causes of a cause are copied as they are: an error may be its own cause.
        copy.define_property_or_throw(js_string!("cause"), hidden(cause), context)?;
    }
    Ok(copy.into())
}

/// `AssertionError.prototype.toString`: the text that includes the code.
fn to_string(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let this = this.as_object().ok_or_else(|| type_error("AssertionError.prototype.toString: 'this' is no object"))?;
    let mut text = |name: &str| this.get(js_string!(name), context)?.to_string(context);
    let (name, code, message) = (text("name")?, text("code")?, text("message")?);
    let parts = [name.as_str(), js_str!(" ["), code.as_str(), js_str!("]: "), message.as_str()];
    Ok(JsString::concat_array(&parts).into())
}

/// Returns an error as an exception.
pub(super) fn thrown(error: JsObject) -> JsError {
    JsError::from_opaque(error.into())
}

/// Whether a value is an error of this class, in the current realm.
pub(super) fn is_assertion_error(value: &JsValue, context: &mut Context) -> bool {
    let Some(object) = value.as_object() else { return false };
    let Ok(class) = class(context) else { return false };
    let prototype = class.get(js_string!("prototype"), context).ok().and_then(|it| it.as_object());
    let is_one = prototype.is_some_and(|prototype| inherits_from(&object, &prototype, context).unwrap_or(false));
    is_one && is_error(value, context).unwrap_or(false)
}
