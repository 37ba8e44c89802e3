//! Tests of the library that an optimized build also runs: limits that depend on the build, and amounts of work that
//! take too long without optimization.

mod lifetimes;
mod posts;
mod stacks;
