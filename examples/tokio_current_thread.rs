//! JavaScript and tokio on one thread: tokio polls the event loop like any future.

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::time::Duration;

use posttask::RemoteResolver;
use posttask::boa_engine::JsString;
use posttask::{Error, Runtime};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    let mut runtime = Runtime::builder().build()?;
    // A promise that a task of tokio settles.
    let resolver = runtime.try_with_context(|context| {
        let (promise, resolver) = RemoteResolver::new(context)?;
        context.global_object().set(JsString::from("fromTokio"), promise, true, context)?;
        Ok(resolver)
    })?;
    runtime.run_script(
        "setTimeout(() => console.log('JavaScript after 20 ms'), 20);
         fromTokio.then(value => console.log('JavaScript got ' + value));",
    )?;
    let ticks = tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(60)).await;
        println!("tokio after 60 ms");
        let settled = resolver.settle(|_| Ok(JsString::from("a value").into()));
        assert!(settled.is_ok(), "the loop waits for the promise");
    });
    let outcome = runtime.run_async().await;
    println!("{outcome:?}, tokio is done: {}", ticks.await.is_ok());
    Ok(())
}
