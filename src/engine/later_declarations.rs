//! Declarations of scripts that run later.
//!
//! The engine resolves the names in a script when it compiles it. What a script declares with `let`, `const` or `class`
//! is unknown to code that was compiled before, which then reads the global object:
//!
//! ```js
//! importScripts('library.js'); // const fromLibrary = 1;
//! fromLibrary; // ReferenceError
//! ```
//!
//! So the global object gets an accessor property for each such declaration. Unlike the declaration, it can be seen as
//! a property.

use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsResult, JsString, JsValue};
use rustc_hash::FxHashSet;

use super::classic_script::parse_text;

fn is_declared(name: &str, context: &Context) -> bool {
    context.realm().scope().get_binding(&JsString::from(name)).is_some()
}

/// Returns the names that a script with this text may declare, and that are not declared yet. To be called before the
/// script is parsed: the engine declares them then.
#[must_use]
pub(crate) fn new_names<'t>(text: &'t str, context: &Context) -> Vec<&'t str> {
    let words: FxHashSet<&str> = text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$'))).collect();
    let is_name = |word: &&str| !word.is_empty() && !word.starts_with(|c: char| c.is_numeric());
    words.into_iter().filter(is_name).filter(|word| !is_declared(word, context)).collect()
}

/// Makes the names that are declared by now visible to code that was compiled before. To be called after the script has
/// run, with what [`new_names`] returned before.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub(crate) fn show_to_earlier_code(names: &[&str], context: &mut Context) -> JsResult<()> {
    let global = context.global_object();
    for name in names.iter().filter(|name| is_declared(name, context)).collect::<Vec<_>>() {
        if global.has_own_property(JsString::from(*name), context)? {
            continue;
        }
        let get = function(&format!("() => {name}"), context)?;
        let set = function(&format!("value => {{ {name} = value }}"), context)?;
        let property = PropertyDescriptor::builder().get(get).set(set).enumerable(false).configurable(true);
        global.define_property_or_throw(JsString::from(*name), property, context)?;
    }
    Ok(())
}

fn function(text: &str, context: &mut Context) -> JsResult<JsValue> {
    parse_text(text, None, context)?.evaluate(context)
}

#[cfg(test)]
mod tests {
    use boa_engine::{Context, Source};

    use super::{new_names, show_to_earlier_code};

    const EARLIER: &str = "const read = () => typeof later === 'undefined' ? 'unknown' : later;
        const write = () => { later = 2 };";
    const LATER: &str = "let later = 1; { let inner = 3 }";

    fn text(source: &str, context: &mut Context) -> String {
        let value = context.eval(Source::from_bytes(source)).and_then(|value| value.to_string(context));
        value.map_or_else(|error| error.to_string(), |value| value.to_std_string_escaped())
    }

    #[test]
    fn the_engine_still_does_not_know_them() {
        let context = &mut Context::default();
        text(EARLIER, context);
        text(LATER, context);
        assert_eq!(text("read() + ' ' + later", context), "unknown 1");
    }

    #[test]
    fn earlier_code_reads_and_writes_later_declarations() {
        let context = &mut Context::default();
        text(EARLIER, context);
        let names = new_names(LATER, context);
        text(LATER, context);
        show_to_earlier_code(&names, context).unwrap();
        assert_eq!(text("write(); read() + ' ' + later + ' ' + typeof inner", context), "2 2 undefined");
    }
}
