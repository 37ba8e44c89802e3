//! Runs the tests of the example `explored_test`, which `cargo test` would only build.

#[path = "../examples/explored_test.rs"]
#[expect(dead_code, reason = "the main function of the example")]
mod explored_test;
