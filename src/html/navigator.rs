//! `navigator.userAgent`: <https://html.spec.whatwg.org/multipage/system-state.html#client-identification>.

use boa_engine::{Context, JsResult, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::GlobalScope;
use crate::webidl::{
    Interface, InterfaceBuilder, Layers, define_attribute, interface_prototype, new_object, this_object,
};

#[derive(Trace, Finalize)]
struct Navigator;

impl Interface for Navigator {
    type State = Self;
    const NAME: &'static str = "Navigator";
    const DEPTH: usize = 0;
}

const USER_AGENT: &str = concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION"));

fn get_user_agent(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    this_object::<Navigator>(this)?;
    Ok(js_string!(USER_AGENT).into())
}

fn get_navigator(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let scope = GlobalScope::of_this(this, context)?;
    if let Some(navigator) = scope.navigator.get() {
        return Ok(navigator.clone().into());
    }
    let prototype = interface_prototype::<Navigator>(context)?;
    let navigator = new_object(prototype, Layers::root(&Gc::new(Navigator)), context);
    Ok(scope.navigator.get_or_init(|| navigator).clone().into())
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    InterfaceBuilder::new::<Navigator>(context).attribute("userAgent", get_user_agent).build()?;
    let global = context.global_object();
    define_attribute(&global, "navigator", get_navigator, None, true, context)
}
