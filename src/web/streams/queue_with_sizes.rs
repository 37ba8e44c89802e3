//! Queues with sizes: <https://streams.spec.whatwg.org/#queue-with-sizes>.

use std::cell::Cell;
use std::collections::VecDeque;

use boa_engine::{JsResult, JsValue};
use boa_gc::{Finalize, GcRefCell, Trace};

use crate::web::webidl::range_error;

/// Values with their sizes, and the total of the sizes.
#[derive(Default, Trace, Finalize)]
pub(super) struct QueueWithSizes {
    values: GcRefCell<VecDeque<(JsValue, f64)>>,
    total: Cell<f64>,
}

impl QueueWithSizes {
    pub(super) fn is_empty(&self) -> bool {
        self.values.borrow().is_empty()
    }

    pub(super) fn total_size(&self) -> f64 {
        self.total.get()
    }

    /// [EnqueueValueWithSize](https://streams.spec.whatwg.org/#enqueue-value-with-size).
    ///
    /// # Errors
    ///
    /// `RangeError` if the size is negative or not finite.
    pub(super) fn enqueue(&self, value: JsValue, size: f64) -> JsResult<()> {
        // Steps 2 and 3. Comparisons with NaN are false.
        if !(size >= 0.0 && size.is_finite()) {
            return Err(range_error(format!("the size of a chunk must be a finite, non-negative number, not {size}")));
        }
        self.values.borrow_mut().push_back((value, size));
        self.total.set(self.total.get() + size);
        Ok(())
    }

    /// [DequeueValue](https://streams.spec.whatwg.org/#dequeue-value). `None` if the queue is empty.
    pub(super) fn dequeue(&self) -> Option<JsValue> {
        let (value, size) = self.values.borrow_mut().pop_front()?;
        // Rounding can make the total negative.
        self.total.set((self.total.get() - size).max(0.0));
        Some(value)
    }

    /// [PeekQueueValue](https://streams.spec.whatwg.org/#peek-queue-value). `None` if the queue is empty.
    pub(super) fn peek(&self) -> Option<JsValue> {
        self.values.borrow().front().map(|(value, _)| value.clone())
    }

    /// [ResetQueue](https://streams.spec.whatwg.org/#reset-queue).
    pub(super) fn reset(&self) {
        let values = std::mem::take(&mut *self.values.borrow_mut());
        drop(values);
        self.total.set(0.0);
    }
}
