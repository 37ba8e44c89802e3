//! Whom code belongs to: a number that an embedder gives to work. The test runner uses it to know which test a piece of
//! work, an error or a line of output belongs to.

/// The number of an owner.
pub type OwnerId = u32;
