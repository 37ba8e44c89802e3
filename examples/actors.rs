//! Actors: runtimes with a thread each, which send each other values. A value is a structured clone that contains
//! nothing of the engine, so it needs no JSON, and keeps what JSON loses: here a `Map`, a `Date` and a `BigInt`.

#![expect(clippy::expect_used, clippy::print_stdout, reason = "an example prints its results, or fails")]

use std::collections::HashMap;
use std::sync::{Arc, OnceLock, mpsc};

use posttask::boa_engine::{Context, JsResult, JsString, JsValue};
use posttask::event_loop::Remote;
use posttask::html::SerializedValue;
use posttask::{Error, Runtime, RuntimeThread};

/// Counts words, and sends the counts to the other actor.
const COUNTER: &str = "
    globalThis.receive = text => {
        const counts = new Map();
        for (const word of text.split(' ')) counts.set(word, (counts.get(word) ?? 0n) + 1n);
        send('reporter', { counts, at: new Date(0) });
    };";

/// Sends a text to the host.
const REPORTER: &str = "
    globalThis.receive = ({ counts, at }) => {
        const most = [...counts].sort(([, a], [, b]) => Number(b - a))[0];
        send('host', `${most[0]}: ${most[1]}, at ${at.toISOString()}`);
    };";

/// The event loops of the actors, by name.
type Actors = Arc<OnceLock<HashMap<&'static str, Remote>>>;

/// Delivers a message: a task of the actor calls its function `receive`.
fn deliver(actor: &Remote, message: SerializedValue) {
    let report = |error| println!("not received: {error}");
    // An actor that has ended receives nothing.
    let _ = actor.queue_a_task(move |context| receive(message, context).unwrap_or_else(report));
}

fn receive(message: SerializedValue, context: &mut Context) -> JsResult<()> {
    let message = message.into_js(context)?;
    let receive = context.global_object().get(JsString::from("receive"), context)?;
    receive.as_callable().map_or(Ok(()), |receive| receive.call(&JsValue::undefined(), &[message], context).map(drop))
}

type Host = mpsc::Sender<SerializedValue>;

/// Starts an actor, whose function `send` copies a value and sends it to another one.
fn start(source: &'static str, actors: &Actors, host: &Host) -> Result<RuntimeThread, Error> {
    let (actors, host) = (Arc::clone(actors), host.clone());
    Runtime::spawn_thread("actor", move |builder| {
        let mut runtime = builder.build()?;
        runtime.set_function("send", move |arguments, context| {
            let [to, message] = arguments else { return Ok(false.into()) };
            let message = SerializedValue::from_js(message, context)?;
            let to = to.to_string(context)?.to_std_string_lossy();
            match actors.get().and_then(|actors| actors.get(to.as_str())) {
                Some(actor) => deliver(actor, message),
                None => drop(host.send(message)),
            }
            Ok(true.into())
        })?;
        runtime.run_script(source).map(|_| runtime)
    })
}

fn main() -> Result<(), Error> {
    let actors = Actors::default();
    let (host, answers) = mpsc::channel();
    let counter = start(COUNTER, &actors, &host)?;
    let reporter = start(REPORTER, &actors, &host)?;
    let _ = actors.set([("counter", counter.remote().clone()), ("reporter", reporter.remote().clone())].into());
    let mut runtime = Runtime::builder().build()?;
    let text = JsString::from("to be or not to be to").into();
    deliver(counter.remote(), runtime.try_with_context(|context| SerializedValue::from_js(&text, context))?);
    let answer = answers.recv().expect("an answer");
    println!("{}", runtime.try_with_context(|context| answer.into_js(context))?.display());
    counter.stop()?;
    reporter.stop()
}
