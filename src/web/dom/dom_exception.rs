//! `DOMException`: <https://webidl.spec.whatwg.org/#idl-DOMException>.

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsArgs, JsError, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Gc, Trace};

use crate::debug::debug;
use crate::event_loop::LimitExceeded;
use crate::web::webidl::{
    Interface, InterfaceBuilder, Layers, interface, interface_prototype, new_object, prototype_of_new_target,
    static_string, this_object,
};

/// The name of a constant.
type Constant = fn() -> JsString;

/// The names with a legacy code, and the constants for the codes. A code is the position in this list plus one. The
/// name is empty if the exception no longer exists.
const LEGACY_CODES: [(&str, Constant); 25] = [
    ("IndexSizeError", || static_string!("INDEX_SIZE_ERR")),
    ("", || static_string!("DOMSTRING_SIZE_ERR")),
    ("HierarchyRequestError", || static_string!("HIERARCHY_REQUEST_ERR")),
    ("WrongDocumentError", || static_string!("WRONG_DOCUMENT_ERR")),
    ("InvalidCharacterError", || static_string!("INVALID_CHARACTER_ERR")),
    ("", || static_string!("NO_DATA_ALLOWED_ERR")),
    ("NoModificationAllowedError", || static_string!("NO_MODIFICATION_ALLOWED_ERR")),
    ("NotFoundError", || static_string!("NOT_FOUND_ERR")),
    ("NotSupportedError", || static_string!("NOT_SUPPORTED_ERR")),
    ("InUseAttributeError", || static_string!("INUSE_ATTRIBUTE_ERR")),
    ("InvalidStateError", || static_string!("INVALID_STATE_ERR")),
    ("SyntaxError", || static_string!("SYNTAX_ERR")),
    ("InvalidModificationError", || static_string!("INVALID_MODIFICATION_ERR")),
    ("NamespaceError", || static_string!("NAMESPACE_ERR")),
    ("InvalidAccessError", || static_string!("INVALID_ACCESS_ERR")),
    ("", || static_string!("VALIDATION_ERR")),
    ("TypeMismatchError", || static_string!("TYPE_MISMATCH_ERR")),
    ("SecurityError", || static_string!("SECURITY_ERR")),
    ("NetworkError", || static_string!("NETWORK_ERR")),
    ("AbortError", || static_string!("ABORT_ERR")),
    ("URLMismatchError", || static_string!("URL_MISMATCH_ERR")),
    ("QuotaExceededError", || static_string!("QUOTA_EXCEEDED_ERR")),
    ("TimeoutError", || static_string!("TIMEOUT_ERR")),
    ("InvalidNodeTypeError", || static_string!("INVALID_NODE_TYPE_ERR")),
    ("DataCloneError", || static_string!("DATA_CLONE_ERR")),
];

/// The names of the exceptions that this library throws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DomExceptionName {
    /// The operation was aborted.
    Abort,
    /// A value cannot be cloned.
    DataClone,
    /// A string contains invalid characters.
    InvalidCharacter,
    /// The object cannot be modified in this way.
    InvalidModification,
    /// The object is in a state that does not allow the operation.
    InvalidState,
    /// The operation is currently not allowed.
    NotAllowed,
    /// The operation is not supported.
    NotSupported,
    /// A string does not have the expected form.
    Syntax,
    /// The operation timed out.
    Timeout,
    /// A resource could not be loaded.
    Network,
    /// The operation failed for a reason that is specific to it.
    Operation,
    /// A quota has been exceeded.
    QuotaExceeded,
    /// An object has the wrong type.
    TypeMismatch,
}

impl DomExceptionName {
    /// Returns the value of `name`, for example `AbortError`.
    #[must_use]
    pub(crate) fn as_js_string(self) -> JsString {
        match self {
            Self::Abort => js_string!("AbortError"),
            Self::DataClone => js_string!("DataCloneError"),
            Self::InvalidCharacter => js_string!("InvalidCharacterError"),
            Self::InvalidModification => js_string!("InvalidModificationError"),
            Self::InvalidState => js_string!("InvalidStateError"),
            Self::NotAllowed => js_string!("NotAllowedError"),
            Self::NotSupported => js_string!("NotSupportedError"),
            Self::Syntax => js_string!("SyntaxError"),
            Self::Timeout => js_string!("TimeoutError"),
            Self::Network => js_string!("NetworkError"),
            Self::Operation => js_string!("OperationError"),
            Self::QuotaExceeded => js_string!("QuotaExceededError"),
            Self::TypeMismatch => js_string!("TypeMismatchError"),
        }
    }
}

/// The state of a `DOMException`.
#[derive(Trace, Finalize)]
pub struct DomException {
    name: JsString,
    message: JsString,
    /// An error created at the same place; its `stack` is that of the exception.
    place: JsObject,
}

debug!(DomException, "name" = |exception| exception.name, "message" = |exception| exception.message);

impl DomException {
    /// [Creates](https://webidl.spec.whatwg.org/#dfn-create-exception) a `DOMException` of the current realm.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interfaces are not registered in this realm.
    pub fn create(name: DomExceptionName, message: &str, context: &mut Context) -> JsResult<JsValue> {
        let prototype = interface_prototype::<Self>(context)?;
        Ok(Self::allocate(prototype, name.as_js_string(), js_string!(message), context)?.into())
    }

    /// Creates a `DOMException` of the current realm and returns it as an error to throw.
    pub fn error(name: DomExceptionName, message: &str, context: &mut Context) -> JsError {
        Self::create(name, message, context).map_or_else(|error| error, JsError::from_opaque)
    }

    /// Creates an exception with this name and message, for `structuredClone`.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interfaces are not registered in this realm.
    pub(crate) fn copy(name: &JsString, message: &JsString, context: &mut Context) -> JsResult<JsObject> {
        let prototype = interface_prototype::<Self>(context)?;
        // Omitted: accompanying data, such as the stack: the standard leaves it open, and the copy has its own.
        Self::allocate(prototype, name.clone(), message.clone(), context)
    }

    /// Returns the exception's name, for example `AbortError`.
    #[must_use]
    pub fn name(&self) -> &JsString {
        &self.name
    }

    /// Returns the exception's message, which may be empty.
    #[must_use]
    pub fn message(&self) -> &JsString {
        &self.message
    }

    /// Returns an error that was created at the same place; its `stack` is that of the exception.
    #[must_use]
    pub(crate) fn place(&self) -> &JsObject {
        &self.place
    }

    /// Returns where the exception was created: lines of the form `    at function (file:line:column)`.
    #[must_use]
    pub(crate) fn stack(&self, context: &mut Context) -> JsValue {
        self.place.get(js_string!("stack"), context).unwrap_or_default()
    }

    fn allocate(prototype: JsObject, name: JsString, message: JsString, context: &mut Context) -> JsResult<JsObject> {
        let error = context.intrinsics().constructors().error().constructor();
        let place = error.construct(&[], None, context)?;
        for (key, value) in [(js_string!("name"), &name), (js_string!("message"), &message)] {
            // `stack` starts with them.
            let property = PropertyDescriptor::builder().value(value.clone()).writable(true);
            place.insert_property(key, property.enumerable(false).configurable(true));
        }
        let state = Gc::new(Self { name, message, place });
        Ok(new_object(prototype, Layers::root(&state), context))
    }
}

interface! {
    DomException as "DOMException";
    with = inherit_from_error;
    constructor(0) = construct;
    get "name" = |exception| exception.name.clone();
    get "message" = |exception| exception.message.clone();
    get "code" = |exception| exception.code();
    with = legacy_codes;
}

fn inherit_from_error(mut builder: InterfaceBuilder<'_>) -> InterfaceBuilder<'_> {
    let error_prototype = builder.context().intrinsics().constructors().error().prototype();
    builder.prototype_inherits(error_prototype)
}

fn legacy_codes(builder: InterfaceBuilder<'_>) -> InterfaceBuilder<'_> {
    (1..).zip(LEGACY_CODES).fold(builder, |builder, (code, (_, constant))| builder.constant(constant(), code))
}

fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let text = |value: &JsValue, default: JsString, context: &mut Context| match value {
        value if value.is_undefined() => Ok(default),
        value => value.to_string(context),
    };
    let message = text(arguments.get_or_undefined(0), js_string!(), context)?;
    let name = text(arguments.get_or_undefined(1), js_string!("Error"), context)?;
    let prototype = prototype_of_new_target::<DomException>(new_target, context)?;
    DomException::allocate(prototype, name, message, context)
}

impl DomException {
    /// Returns the [legacy code](https://webidl.spec.whatwg.org/#dom-domexception-code) of the exception's name, or 0
    /// if there is none.
    fn code(&self) -> u16 {
        let name = self.name.to_std_string_escaped();
        let code = (1..).zip(LEGACY_CODES).find(|(_, (known, _))| *known == name && !name.is_empty());
        code.map_or(0, |(code, _)| code)
    }
}

/// The getter of `stack`, which is not a member of the interface but exists in browsers.
fn get_stack(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<DomException>(this, "stack")?.stack(context))
}

/// The error of a call that would exceed a limit of the runtime.
pub(crate) fn limit_exceeded(exceeded: LimitExceeded, context: &mut Context) -> JsError {
    DomException::error(DomExceptionName::QuotaExceeded, &exceeded.to_string(), context)
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    DomException::register(context)?;
    let stack =
        FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(get_stack)).name("get stack").build();
    let prototype = interface_prototype::<DomException>(context)?;
    let accessor = PropertyDescriptor::builder().get(stack).enumerable(false).configurable(true);
    prototype.define_property_or_throw(js_string!("stack"), accessor, context).map(drop)
}
