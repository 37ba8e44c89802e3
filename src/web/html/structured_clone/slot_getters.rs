//! Getters of built-in prototypes that read internal slots, saved before a program or a correction of the engine can
//! replace them: the engine offers no other access to these slots.

use boa_engine::builtins::array_buffer::ArrayBuffer;
use boa_engine::builtins::regexp::RegExp;
use boa_engine::object::builtins::{JsArrayBuffer, JsRegExp};
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsData, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Trace};

use crate::engine::RegExpSlots;

/// The getters of a realm.
#[derive(Clone, Trace, Finalize, JsData)]
pub(crate) struct SlotGetters {
    regexp: RegExpSlots,
    max_byte_length: JsObject,
}

impl SlotGetters {
    /// Saves the getters of the current realm, which must still be those of the engine.
    pub(crate) fn save(context: &mut Context) {
        if let Some(getters) = Self::find(context) {
            context.realm().host_defined_mut().insert(getters);
        }
    }

    /// The getters that were saved in the current realm, or else those that it has now.
    pub(super) fn of(context: &mut Context) -> Option<Self> {
        let saved = context.realm().host_defined().get::<Self>().cloned();
        saved.or_else(|| Self::find(context))
    }

    fn find(context: &Context) -> Option<Self> {
        let buffer = context.intrinsics().constructors().array_buffer().prototype();
        let max_byte_length = buffer.borrow().properties().get(&PropertyKey::from(js_string!("maxByteLength")))?;
        Some(Self { regexp: RegExpSlots::find(context)?, max_byte_length: max_byte_length.get()?.as_object()? })
    }

    /// The pattern and the flags with which the same regular expression can be constructed.
    pub(super) fn pattern_and_flags(&self, slots: RegExp, context: &mut Context) -> JsResult<(JsString, String)> {
        let regexp = regexp(slots, context)?;
        Ok((self.regexp.pattern(&regexp, context)?, self.regexp.flags(&regexp, context)?))
    }

    /// The length that a resizable buffer can have; `None` if it cannot be resized.
    pub(super) fn max_byte_length(&self, buffer: &JsArrayBuffer, context: &mut Context) -> JsResult<Option<u64>> {
        if !crate::web::webidl::is_resizable(buffer) {
            return Ok(None);
        }
        let length = self.max_byte_length.call(&JsValue::from(buffer.clone()), &[], context)?;
        length.to_index(context).map(Some)
    }
}

/// Creates a regular expression from its slots, without compiling it again.
pub(super) fn regexp(slots: RegExp, context: &mut Context) -> JsResult<JsObject> {
    let object: JsObject = JsRegExp::new(js_string!(), js_string!(), context)?.into();
    if let Some(mut regexp) = object.downcast_mut::<RegExp>() {
        *regexp = slots;
    }
    Ok(object)
}

/// Creates a buffer from its slots. The bytes are not copied.
pub(super) fn array_buffer(slots: ArrayBuffer, context: &mut Context) -> JsObject {
    let prototype = context.intrinsics().constructors().array_buffer().prototype();
    JsObject::new(context.root_shape(), prototype, slots).upcast()
}
