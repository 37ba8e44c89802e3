//! Proposals that the engine has with its feature `experimental`, but no browser: a program that asks whether they
//! exist must be told that they do not.

use boa_engine::{Context, JsResult, js_string};

/// Removes the functions.
pub(super) fn remove(context: &mut Context) -> JsResult<()> {
    let constructors = context.intrinsics().constructors();
    let (promise, iterator) = (constructors.promise().constructor(), constructors.iterator().prototype());
    promise.delete_property_or_throw(js_string!("allKeyed"), context)?;
    promise.delete_property_or_throw(js_string!("allSettledKeyed"), context)?;
    iterator.delete_property_or_throw(js_string!("includes"), context)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::evaluate;

    #[test]
    fn proposals_are_removed() {
        assert_eq!(
            evaluate("String(['allKeyed' in Promise, 'allSettledKeyed' in Promise, 'includes' in Iterator.prototype])"),
            "false,false,false"
        );
        assert_eq!(
            evaluate("[typeof Promise.all, typeof Promise.try, typeof Iterator.prototype.map].join()"),
            "function,function,function"
        );
    }
}
