//! Files that are written for Vitest, Jest and Mocha.
//!
//! What such a file imports is written in JavaScript (`js/`), and uses the packages that the user has installed: those
//! of Vitest or Jest compare and mock. It declares tests in the tree of `node:test` with the functions of the module
//! `posttask:runner`, which only it imports.

mod declaring;
mod files;
mod functions;
mod modules;
mod snapshot_files;
mod time;

use boa_engine::object::ObjectInitializer;
use boa_engine::property::Attribute;
use boa_engine::{Context, JsObject, JsResult, JsString, NativeFunction};
use posttask_front_end::{BuiltinContent, BuiltinModule};

use super::clock::Clock;
use super::explore_handle::ExploreHandle;
use super::session::runner;
use super::test_context::{SuiteContext, TestContext};
use posttask::webidl::Interface;

pub(crate) use files::FILES;

/// The module with the functions of the runner.
pub(super) const MODULE: BuiltinModule = BuiltinModule {
    name: "posttask:runner",
    is_bare: false,
    content: BuiltinContent::Native { exports: &[], create, functions: None },
};

/// The module with the functions that need no tests, for configurations.
pub(super) const CONFIGURATION: BuiltinModule = BuiltinModule {
    name: "posttask:modules",
    is_bare: false,
    content: BuiltinContent::Native { exports: &[], create: create_for_configuration, functions: None },
};

/// The module with the functions that modules for `node:test` use, too.
pub(super) const SESSION: BuiltinModule = BuiltinModule {
    name: "posttask:session",
    is_bare: false,
    content: BuiltinContent::Native { exports: &[], create: create_for_node_test, functions: None },
};

fn create_for_node_test(context: &mut Context) -> JsResult<JsObject> {
    let session = runner(context)?;
    Clock::register(context)?;
    let mut object = ObjectInitializer::new(context);
    let groups = [declaring::FUNCTIONS, modules::FUNCTIONS, snapshot_files::FUNCTIONS, time::FUNCTIONS];
    for (name, function) in groups.into_iter().flatten() {
        object.function(NativeFunction::from_fn_ptr(*function), JsString::from(*name), 0);
    }
    let settings = session.host().options.settings.clone();
    object.property(JsString::from("settings"), JsString::from(settings.as_str()), Attribute::all());
    Ok(object.build())
}

#[expect(clippy::unnecessary_wraps, reason = "the type of functions that create modules")]
fn create_for_configuration(context: &mut Context) -> JsResult<JsObject> {
    let mut object = ObjectInitializer::new(context);
    let reading = snapshot_files::FUNCTIONS.iter().filter(|(name, _)| *name == "readFile");
    for (name, function) in modules::FUNCTIONS.iter().chain(reading) {
        object.function(NativeFunction::from_fn_ptr(*function), JsString::from(*name), 0);
    }
    Ok(object.build())
}

/// Creates the functions. From now on, the tests of the file are collected before they run.
fn create(context: &mut Context) -> JsResult<JsObject> {
    let session = runner(context)?;
    session.host().collects_first.set(true);
    TestContext::register(context)?;
    SuiteContext::register(context)?;
    Clock::register(context)?;
    ExploreHandle::register(context)?;
    let mut object = ObjectInitializer::new(context);
    let groups = [declaring::FUNCTIONS, modules::FUNCTIONS, snapshot_files::FUNCTIONS, time::FUNCTIONS];
    for (name, function) in groups.into_iter().flatten() {
        object.function(NativeFunction::from_fn_ptr(*function), JsString::from(*name), 0);
    }
    let settings = session.host().options.settings.clone();
    object.property(JsString::from("settings"), JsString::from(settings.as_str()), Attribute::all());
    object.property(JsString::from("isExploring"), session.host().choices.is_some(), Attribute::all());
    Ok(object.build())
}
