//! `toLocaleUpperCase` and `toLocaleLowerCase` of strings. The engine's own ignore the locale, which matters for
//! Turkish, Azerbaijani and Lithuanian: their replacements say so.

use boa_engine::{Context, JsArgs, JsResult, JsValue, NativeFunction, js_string};

use super::define;
use super::locales::{language, locale, tell};
use crate::event_loop::EngineFault;

/// Replaces the methods.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().string().prototype();
    for name in ["toLocaleUpperCase", "toLocaleLowerCase"] {
        let name = js_string!(name);
        let Some(own) = prototype.get(name.clone(), context)?.as_object() else { continue };
        let method = NativeFunction::from_copy_closure_with_captures(
            |this: &JsValue, arguments: &[JsValue], own: &boa_engine::JsObject, context: &mut Context| {
                let locale = locale(arguments.get_or_undefined(0), context)?.unwrap_or_default();
                if matches!(language(&locale), "tr" | "az" | "lt") {
                    let what = "letter case is converted as in English";
                    tell(EngineFault::LocaleFormat, what, context);
                }
                own.call(this, &[], context)
            },
            own,
        );
        define(&prototype, name, 0, method, context)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::evaluate;

    #[test]
    fn the_case_changes() {
        assert_eq!(evaluate("'aß'.toLocaleUpperCase() + 'AB'.toLocaleLowerCase('en')"), "ASSab");
    }
}
