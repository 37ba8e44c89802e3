//! A context with extensions of `boa_runtime`, and with the scheduler, timers and signals of posttask in the same list.
//! `cargo run --features boa_runtime --example boa_runtime_extensions`

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::cell::RefCell;
use std::rc::Rc;

use boa_runtime::extensions::{Base64Extension, ConsoleExtension, EncodingExtension};
use posttask::boa_engine::context::ContextBuilder;
use posttask::boa_engine::{JsResult, Source};
use posttask::engine::Hooks;
use posttask::event_loop::{EventLoop, Pump, VirtualTime};
use posttask::extensions::{Area, ErrorSinkExtension};
use posttask::{ErrorSink, Uncaught, html};

struct PrintsErrors;

impl ErrorSink for PrintsErrors {
    fn uncaught(&self, uncaught: &Uncaught) {
        println!("uncaught: {}", uncaught.message);
    }
}

const PROGRAM: &str = "
    const bytes = new TextEncoder().encode('posted');           // of boa_runtime
    const controller = new AbortController();                   // of posttask
    setTimeout(() => controller.abort(), 50);
    scheduler.postTask(() => console.log('never'), { delay: 100, signal: controller.signal })
        .catch(error => console.log(error.name));
    scheduler.postTask(async () => {
        console.log(btoa(String.fromCharCode(...bytes)), 'by a task');
        await scheduler.yield();
        console.log('continued with the same priority');
    }, { priority: 'background' });
    scheduler.postTask(() => console.log('first'), { priority: 'user-blocking' });
    queueMicrotask(() => { throw new Error('nobody catches this') });
";

fn main() -> JsResult<()> {
    // The job executor and the hooks are posttask's: the event loop also runs the jobs of other extensions.
    let event_loop = EventLoop::new(Rc::new(VirtualTime::new()));
    let hooks = Hooks::new(Rc::clone(&event_loop), html::create_global_object);
    let mut context = ContextBuilder::new().job_executor(Rc::clone(&event_loop)).host_hooks(Rc::new(hooks)).build()?;
    let extensions = (
        ConsoleExtension::default(),
        Area::Scheduler,
        EncodingExtension,
        Area::Timers,
        Base64Extension,
        ErrorSinkExtension(Rc::new(PrintsErrors)),
    );
    boa_runtime::register_extensions(extensions, None, &mut context)?;
    context.eval(Source::from_bytes(PROGRAM))?;
    // As at the end of a script: what the program awaits or queues as a microtask comes before all tasks.
    event_loop.perform_a_microtask_checkpoint(&mut context);
    Pump::new(event_loop, &RefCell::new(&mut context)).run(None);
    Ok(())
}
