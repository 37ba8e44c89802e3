//! The objects that `Error.prepareStackTrace` of V8 receives: <https://v8.dev/docs/stack-trace-api>.

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, NativeFunction};

use crate::event_loop::Location;

/// Returns an array with an object for each frame.
pub(super) fn call_sites(frames: &[String], context: &mut Context) -> JsResult<JsArray> {
    let sites: Vec<JsValue> =
        frames.iter().map(|frame| call_site(frame, context).map(JsValue::from)).collect::<JsResult<_>>()?;
    Ok(JsArray::from_iter(sites, context))
}

fn call_site(frame: &str, context: &mut Context) -> JsResult<JsObject> {
    let text = frame.trim_start().trim_start_matches("at ");
    let (name, place) = match Location::split_off(text) {
        Some((name, place)) => (name, Some(place)),
        None => (text, None),
    };
    let (name, is_constructor) = name.strip_prefix("new ").map_or((name, false), |name| (name, true));
    let is_toplevel = name == "<main>";
    let name = Some(name).filter(|name| !is_toplevel && !name.is_empty());
    let or_null = |text: Option<&str>| text.map_or_else(JsValue::null, |text| JsString::from(text).into());
    let file = place.as_ref().map(|place| place.file.as_str());
    let number = |of: fn(&Location) -> u32| place.as_ref().map_or_else(JsValue::null, |place| of(place).into());
    let answers: [(&str, JsValue); 16] = [
        ("getFileName", or_null(file)),
        ("getScriptNameOrSourceURL", or_null(file)),
        ("getLineNumber", number(|place| place.line)),
        ("getColumnNumber", number(|place| place.column)),
        ("getFunctionName", or_null(name)),
        ("getMethodName", or_null(name.and_then(|name| name.rsplit_once('.').map(|(_, method)| method)))),
        ("getTypeName", or_null(name.and_then(|name| name.rsplit_once('.').map(|(class, _)| class)))),
        ("isConstructor", is_constructor.into()),
        ("isToplevel", is_toplevel.into()),
        ("isNative", place.is_none().into()),
        ("isEval", false.into()),
        ("isAsync", false.into()),
        ("getThis", JsValue::undefined()),
        ("getFunction", JsValue::undefined()),
        ("getEvalOrigin", JsValue::undefined()),
        ("toString", JsString::from(text).into()),
    ];
    let site = JsObject::with_object_proto(context.intrinsics());
    for (name, answer) in answers {
        let steps =
            NativeFunction::from_copy_closure_with_captures(|_, _, answer: &JsValue, _| Ok(answer.clone()), answer);
        let method = FunctionObjectBuilder::new(context.realm(), steps).name(JsString::from(name)).build();
        site.create_data_property_or_throw(JsString::from(name), method, context)?;
    }
    Ok(site)
}
