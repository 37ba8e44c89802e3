//! The callback of a task that Rust posts.

use std::cell::{Cell, OnceCell};

use boa_engine::{Context, JsResult, JsValue};
use smallbox::space::S4;
use smallbox::{SmallBox, smallbox};

/// A function that is called at most once.
trait CallOnce {
    fn call(&self, context: &mut Context) -> JsResult<JsValue>;

    fn discard(&self);
}

impl<F: FnOnce(&mut Context) -> JsResult<JsValue>> CallOnce for Cell<Option<F>> {
    fn call(&self, context: &mut Context) -> JsResult<JsValue> {
        self.take().map_or_else(|| Ok(JsValue::undefined()), |callback| callback(context))
    }

    fn discard(&self) {
        drop(self.take());
    }
}

/// The space for a function in its task.
type Space = S4;

/// A function of the embedder. A small one is a part of its task, and not an allocation of its own.
#[derive(Default)]
pub(super) struct RustCallback {
    function: OnceCell<SmallBox<dyn CallOnce, Space>>,
}

impl RustCallback {
    /// Sets the function, unless one is set. It is written in place: copying it from the stack would take longer than
    /// allocating it.
    #[inline]
    pub(super) fn set<F: FnOnce(&mut Context) -> JsResult<JsValue> + 'static>(&self, function: F) {
        self.function.get_or_init(|| {
            if fits::<Cell<Option<F>>>() {
                return smallbox!(Cell::new(Some(function)));
            }
            // The box is freed when the function is called or discarded, and not with the task.
            let function = Box::new(function);
            smallbox!(Cell::new(Some(move |context: &mut Context| function(context))))
        });
    }

    /// Calls the function. Returns `undefined` if there is none, or if it has been called or discarded.
    #[inline]
    pub(super) fn call(&self, context: &mut Context) -> JsResult<JsValue> {
        self.function.get().map_or_else(|| Ok(JsValue::undefined()), |function| function.call(context))
    }

    /// Drops a function that has not been called.
    pub(super) fn discard(&self) {
        if let Some(function) = self.function.get() {
            function.discard();
        }
    }
}

const fn fits<T>() -> bool {
    size_of::<T>() <= size_of::<Space>() && align_of::<T>() <= align_of::<Space>()
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;

    /// Returns what the callback captures, besides an array of this length, and the callback.
    fn callback<const LENGTH: usize>() -> (Rc<Cell<usize>>, RustCallback) {
        let calls = Rc::new(Cell::new(0));
        let callback = RustCallback::default();
        let (captured, array) = (Rc::clone(&calls), [1_usize; LENGTH]);
        callback.set(move |_| {
            captured.set(captured.get() + 1);
            Ok(JsValue::from(array.iter().sum::<usize>()))
        });
        (calls, callback)
    }

    fn is_called_once<const LENGTH: usize>() {
        let (calls, callback) = callback::<LENGTH>();
        let mut context = Context::default();
        assert_eq!(callback.call(&mut context), Ok(LENGTH.into()));
        assert_eq!((calls.get(), Rc::strong_count(&calls)), (1, 1));
        assert_eq!(callback.call(&mut context), Ok(JsValue::undefined()));
        callback.discard();
        assert_eq!(calls.get(), 1);
    }

    fn releases_what_it_captures<const LENGTH: usize>() {
        let (dropped, callback_to_drop) = callback::<LENGTH>();
        drop(callback_to_drop);
        let (discarded, callback_to_discard) = callback::<LENGTH>();
        callback_to_discard.discard();
        assert_eq!((Rc::strong_count(&dropped), Rc::strong_count(&discarded)), (1, 1));
        assert_eq!((dropped.get(), discarded.get()), (0, 0));
    }

    #[test]
    fn a_callback_that_fits_into_its_task() {
        is_called_once::<1>();
        releases_what_it_captures::<1>();
    }

    #[test]
    fn a_callback_that_does_not_fit() {
        is_called_once::<100>();
        releases_what_it_captures::<100>();
    }

    /// What `smallbox` allocates is freed with the task, and not when the callback has been called.
    #[test]
    fn smallbox_never_allocates() {
        #[repr(align(64))]
        struct Aligned(u8);

        let (_, small) = callback::<1>();
        let (_, large) = callback::<100>();
        let aligned = RustCallback::default();
        let captured = Aligned(3);
        aligned.set(move |_| {
            let captured = &captured;
            assert!(std::ptr::from_ref(captured).is_aligned());
            Ok(captured.0.into())
        });
        for callback in [&small, &large, &aligned] {
            assert!(callback.function.get().is_some_and(|function| !function.is_heap()));
        }
        assert_eq!(aligned.call(&mut Context::default()), Ok(3.into()));
    }

    #[test]
    fn a_task_without_a_callback() {
        assert_eq!(RustCallback::default().call(&mut Context::default()), Ok(JsValue::undefined()));
    }
}
