//! Spans of `tracing` that follow JavaScript: the id of a request travels with everything that its handler starts.

use std::rc::Rc;

use posttask::boa_engine::{JsString, JsValue, NativeFunction, Source};
use posttask::event_loop::EventLoop;
use posttask::scheduler::TaskOptions;
use posttask::scheduling::TaskPriority;
use posttask::{Error, Runtime};
use tracing::{Span, info, info_span};

fn main() -> Result<(), Error> {
    tracing_subscriber::fmt().without_time().with_ansi(false).with_target(false).with_writer(std::io::stdout).init();
    let mut runtime = Runtime::builder()
        .virtual_time()
        .extension(|context| {
            let log = NativeFunction::from_fn_ptr(|_, arguments, context| {
                let text = arguments.first().cloned().unwrap_or_default().to_string(context)?.to_std_string_lossy();
                // The span that the running code carries, whichever task it continues.
                let span = EventLoop::of(context).and_then(|event_loop| event_loop.host_value::<Span>());
                span.as_deref().unwrap_or(&Span::none()).in_scope(|| info!("{text}"));
                Ok(JsValue::undefined())
            });
            context.register_global_callable(JsString::from("log"), 1, log)
        })
        .build()?;
    runtime.run_script(
        "globalThis.handle = async path => {
             log(`handles ${path}`);
             await scheduler.yield();
             log('after a yield');
             await new Promise(resolve => setTimeout(resolve, 10));
             log('after a timer');
         };",
    )?;
    for (number, path) in ["/a", "/b"].into_iter().enumerate() {
        let span = info_span!("request", number);
        let options = TaskOptions::from(TaskPriority::UserBlocking).host_value(Rc::new(span));
        let call = format!("handle('{path}')");
        drop(runtime.post_task(options, move |context| context.eval(Source::from_bytes(&call)))?);
    }
    runtime.run();
    runtime.run_script("log('outside of any request')")?;
    Ok(())
}
