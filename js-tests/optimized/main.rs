//! Tests of the library that an optimized build also runs: limits that depend on the build, and amounts of work that
//! take too long without optimization.

#![expect(clippy::unwrap_used, reason = "a test that cannot run must fail")]

mod lifetimes;
mod posts;
mod stacks;
