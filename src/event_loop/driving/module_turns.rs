//! The turns of modules that wait for others.
//!
//! The engine rejects the wrong module if one throws after it has waited. It rejects modules that await rightly, so the
//! front end makes those await that wait. What happens then takes two microtasks: the module goes on after its
//! `await`, and the engine evaluates what waits for this module. The standard does both as soon as the last of the
//! modules that it waits for [has been executed][fulfilled], in the order of `[[AsyncEvaluationOrder]]`. So both
//! microtasks run before all others.
//!
//! [fulfilled]: https://tc39.es/ecma262/#sec-async-module-execution-fulfilled

use boa_engine::object::builtins::JsPromise;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsValue, js_string};

use crate::event_loop::event_loop::EventLoop;
use crate::event_loop::queues::ModuleTurn;

impl EventLoop {
    /// Returns a promise that is resolved when it is the turn of a module, of which `order` is the
    /// `[[AsyncEvaluationOrder]]`. `completes` is whether the module does not await itself.
    #[doc(hidden)]
    pub fn wait_for_the_turn_of_a_module(&self, order: u32, completes: bool, context: &mut Context) -> JsPromise {
        let (promise, functions) = JsPromise::new_pending(context);
        // `await` reads it. With another value, which a program may give to the prototype, it takes more microtasks.
        let constructor = context.intrinsics().constructors().promise().constructor();
        let constructor =
            PropertyDescriptor::builder().value(constructor).writable(true).enumerable(false).configurable(true);
        promise.insert_property(js_string!("constructor"), constructor);
        self.jobs.microtasks.push_turn(order, ModuleTurn { resolve: functions.resolve, completes });
        promise
    }

    /// Runs a module that has waited for its turn, and what its end makes ready.
    pub(super) fn run_the_turn_of_a_module(&self, turn: &ModuleTurn, context: &mut Context) {
        // A promise that is resolved with no object is fulfilled at once, which never throws.
        let _ = turn.resolve.call(&JsValue::undefined(), &[], context);
        self.run_the_youngest_microtask(context);
        if turn.completes {
            self.run_the_youngest_microtask(context);
        }
    }

    fn run_the_youngest_microtask(&self, context: &mut Context) {
        if let Some(microtask) = self.jobs.microtasks.pop_youngest() {
            self.run_microtask(microtask, context);
        }
    }
}
