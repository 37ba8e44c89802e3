//! The modules in JavaScript.

use posttask_front_end::HostFile;

/// Declares a module whose text is in the folder `js`.
macro_rules! file {
    ($name:literal $(, $specifier:literal)*) => {
        HostFile { name: $name, specifiers: &[$($specifier),*], text: include_str!(concat!("js/", $name, ".mjs")) }
    };
}

/// All of them.
pub(crate) static FILES: &[HostFile] = &[
    file!("chains"),
    file!("config", "vitest/config", "vite", "posttask:config"),
    file!("declare"),
    file!("durations"),
    file!("fixtures"),
    file!("globals", "posttask:globals"),
    file!("inline_places"),
    file!("jest", "@jest/globals"),
    file!("configurations"),
    file!("jest_snapshots"),
    file!("mocha", "posttask:mocha", "mocha"),
    file!("mocha_objects"),
    file!("mock_timers", "posttask:mock_timers"),
    file!("node_errors"),
    file!("node_snapshots", "posttask:node_snapshots"),
    file!("module_mocks"),
    file!("node_module_mocks", "posttask:node_module_mocks"),
    file!("retrying"),
    file!("snapshots"),
    file!("spied_modules"),
    file!("stubs"),
    file!("titles"),
    file!("timers"),
    file!("projects"),
    file!("vi"),
    file!("vitest", "vitest"),
    file!("vitest_expect"),
];
