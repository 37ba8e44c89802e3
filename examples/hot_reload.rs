//! A host that replaces a module by a newer one. Each version has a runtime of its own, so the timers and tasks of an
//! old version end with it, and a version that throws leaves the old one running. The state is a structured clone that
//! outlives the runtimes.

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::rc::Rc;
use std::time::Duration;

use posttask::boa_engine::{JsString, JsValue};
use posttask::engine::MemoryModules;
use posttask::event_loop::Timestamp;
use posttask::html::SerializedValue;
use posttask::{Error, Runtime};

const VERSIONS: [&str; 3] = [
    "let seen = new Map();
     export const save = () => seen;
     setInterval(() => { seen.set(performance.now(), 'one'); console.log('version 1 has', seen.size) }, 10);",
    "export const save = () => null; throw new Error('the second version is broken')",
    "let seen = new Map();
     export const save = () => seen;
     export const restore = old => { seen = old };
     setInterval(() => console.log('version 3 has', seen.size, 'of version', seen.get(10)), 10);",
];

struct Version {
    runtime: Runtime,
    save: JsValue,
}

/// Loads a version, and gives it the state of the one before.
fn load(source: &'static str, state: Option<&SerializedValue>) -> Result<Version, Error> {
    let modules = MemoryModules::new().module("app:plugin.js", source);
    let mut runtime = Runtime::builder().virtual_time().module_source(Rc::new(modules)).build()?;
    let exports = runtime.import("app:plugin.js")?;
    let mut export = |name: &str| runtime.try_with_context(|context| exports.get(JsString::from(name), context));
    let (save, restore) = (export("save")?, export("restore")?);
    if let Some(state) = state.filter(|_| restore.is_callable()) {
        let state = runtime.try_with_context(|context| state.to_js(context))?;
        runtime.call(&restore, &[state])?;
    }
    Ok(Version { runtime, save })
}

fn save(Version { runtime, save }: &mut Version) -> Result<SerializedValue, Error> {
    let state = runtime.call(save, &[])?;
    runtime.try_with_context(|context| SerializedValue::from_js(&state, context))
}

fn main() -> Result<(), Error> {
    let [first, newer @ ..] = VERSIONS;
    let mut running = load(first, None)?;
    let end = Timestamp::default().after(Duration::from_millis(25));
    running.runtime.run_until(end);
    for source in newer {
        match load(source, Some(&save(&mut running)?)) {
            Ok(version) => running = version,
            Err(error) => println!("not reloaded: {error}"),
        }
    }
    running.runtime.run_until(end);
    Ok(())
}
