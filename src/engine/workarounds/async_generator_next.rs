//! `next` of async generators. If generators delegate to each other without end, an assertion of the engine fails when
//! it reaches its limit on calls.

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsObject, JsResult, JsValue, NativeFunction, js_string};

use super::define;
use super::nested_values::Level;

/// Replaces the method by one that calls it.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().objects().async_generator();
    let Some(engines) = prototype.get(js_string!("next"), context)?.as_object() else { return Ok(()) };
    let next = NativeFunction::from_copy_closure_with_captures(next, engines);
    define(&prototype, js_string!("next"), 1, next, context)
}

/// [`%AsyncGeneratorPrototype%.next`](https://tc39.es/ecma262/#sec-asyncgenerator-prototype-next).
fn next(this: &JsValue, arguments: &[JsValue], engines: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    match Level::enter(context) {
        Ok(_level) => engines.call(this, arguments, context),
        Err(error) => Ok(JsPromise::reject(error, context)?.into()),
    }
}

#[cfg(test)]
mod tests {
    use crate::Runtime;

    fn evaluate(source: &str) -> String {
        let mut runtime = Runtime::builder().virtual_time().build().unwrap();
        runtime.run_script(&format!("globalThis.result = 'nothing'; {source}")).unwrap();
        runtime.run();
        runtime.run_script("String(result)").unwrap().as_string().unwrap().to_std_string_escaped()
    }

    #[test]
    fn generators_delegate() {
        let source = "async function* count(n) { if (n > 0) yield* count(n - 1); yield n; }
            (async () => { result = ''; for await (const n of count(20)) result += n; })()";
        assert_eq!(evaluate(source), (0..=20).map(|n| n.to_string()).collect::<String>());
    }

    #[test]
    fn endless_delegation_is_an_error() {
        let source = "async function* endless() { yield* endless(); }
            endless().next().catch(error => result = error)";
        assert_eq!(evaluate(source), "RangeError: Maximum call stack size exceeded");
    }
}
