//! What programs are compiled for.

/// What a program is compiled for. The files of packages are always compiled to run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// To run.
    #[default]
    Run,
    /// For tests, which may change `process.env.NODE_ENV`: it is read when it is used, if there is a `process`.
    Tests,
    /// For tests of Vitest or Jest, which compile the files of a project: `process.env.NODE_ENV` is a variable with the
    /// value `test`, and imports and exports are those that these compilers make.
    CompiledTests,
}
