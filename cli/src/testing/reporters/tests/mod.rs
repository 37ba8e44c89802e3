//! What the reporters write for the same results.

mod dot;
mod fixture;
mod github_actions;
mod json;
mod junit;
mod spec;
mod summary;
mod tap;
