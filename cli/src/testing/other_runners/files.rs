//! The modules in JavaScript.

use posttask_front_end::HostFile;

/// Declares a module whose text is in the folder `js`.
macro_rules! file {
    ($name:literal $(, $specifier:literal)* $(; $is_for_tests:literal)?) => {
        HostFile {
            name: $name,
            specifiers: &[$($specifier),*],
            is_for_tests: false $(|| $is_for_tests)?,
            text: include_str!(concat!("js/", $name, ".mjs")),
        }
    };
}

/// All of them.
pub(crate) static FILES: &[HostFile] = &[
    file!("ava", "ava"; true),
    file!("chains"),
    file!("config", "vitest/config", "vite", "posttask:config"),
    file!("configurations"),
    file!("declare"),
    file!("durations"),
    file!("fixtures"),
    file!("globals", "posttask:globals"),
    file!("inline_places"),
    file!("jest", "@jest/globals"),
    file!("jest_snapshots"),
    file!("mocha", "posttask:mocha", "mocha"),
    file!("mocha_objects"),
    file!("mock_timers", "posttask:mock_timers"),
    file!("node_errors"),
    file!("node_snapshots", "posttask:node_snapshots"),
    file!("module_mocks"),
    file!("node_module_mocks", "posttask:node_module_mocks"),
    file!("paths"),
    file!("projects"),
    file!("retrying"),
    file!("snapshots"),
    file!("spied_modules"),
    file!("stubs"),
    file!("tape", "tape"; true),
    file!("titles"),
    file!("timers"),
    file!("uvu", "uvu"; true),
    file!("vi"),
    file!("vitest", "vitest"),
    file!("vitest_expect"),
];
