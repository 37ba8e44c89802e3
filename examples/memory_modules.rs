//! Modules from memory: a scheme of one's own, relative names, bare names and JSON, and what an error looks like.

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::rc::Rc;

use posttask::boa_engine::JsString;
use posttask::engine::MemoryModules;
use posttask::{Error, Runtime};

fn main() -> Result<(), Error> {
    let modules = MemoryModules::new()
        .module(
            "app:main.js",
            "import { greet } from './lib/greet.js';
             import settings from 'settings' with { type: 'json' };
             export const text = await greet(settings.name);
             export default () => text.length;",
        )
        .module(
            "app:lib/greet.js",
            "import { mark } from '../mark.js'; export const greet = async name => `Hello, ${name}${mark}`",
        )
        .module("app:mark.js", "export const mark = '!'")
        .module("settings", r#"{ "name": "modules" }"#)
        .module("app:broken.js", "import 'unknown'");
    let mut runtime = Runtime::builder().module_source(Rc::new(modules)).build()?;
    let exports = runtime.import("app:main.js")?;
    let text = runtime.try_with_context(|context| exports.get(JsString::from("text"), context))?;
    println!("{}", text.display());
    if let Err(error) = runtime.import("app:broken.js") {
        println!("{error}");
    }
    Ok(())
}
