//! The program as it announces what its functions use, so that orders can be left out that differ only in independent
//! work.

use std::sync::Arc;

use posttask::internal::exploration::Reduce;
use posttask::internal::exploration::footprints::Uses;
use posttask_front_end::{FrontEnd, FrontEndError};

use super::recorded::Explored;
use crate::program::{Setup, front_end_with};

/// What makes a program announce what its functions use.
pub(super) struct Announcing {
    front_end: Arc<FrontEnd>,
    uses: Arc<Uses>,
}

impl Announcing {
    /// A front end that makes the program announce what its functions use. `None` if no orders are to be left out.
    ///
    /// # Errors
    ///
    /// Returns the error of the options for the front end.
    pub(super) fn of(program: &Explored<'_>) -> Result<Option<Self>, FrontEndError> {
        if Reduce::from(program.options.reduce) == Reduce::Never {
            return Ok(None);
        }
        let uses = Arc::new(Uses::default());
        let setup = Setup { uses: Some(Arc::clone(&uses)), ..Setup::default() };
        Ok(Some(Self { front_end: front_end_with(&program.options.sources, setup)?, uses }))
    }

    /// The program that announces what its functions use.
    pub(super) fn program<'a>(&'a self, program: &Explored<'a>) -> Explored<'a> {
        Explored { front_end: &self.front_end, uses: Some(&self.uses), ..*program }
    }
}
