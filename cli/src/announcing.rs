//! A front end that makes programs announce what their functions use, so that orders can be left out that differ only
//! in independent work.

use std::sync::Arc;

use posttask::internal::exploration::footprints::Uses;
use posttask_front_end::{FrontEnd, FrontEndError};

use crate::arguments::Sources;
use crate::program::{Setup, front_end_with};

/// A front end that makes one program announce what its functions use.
pub(crate) struct Announcing {
    pub(crate) front_end: Arc<FrontEnd>,
    pub(crate) uses: Arc<Uses>,
}

impl Announcing {
    /// # Errors
    ///
    /// Returns the error of the options for the front end.
    pub(crate) fn new(sources: &Sources, setup: Setup) -> Result<Self, FrontEndError> {
        let uses = Arc::new(Uses::default());
        let setup = Setup { uses: Some(Arc::clone(&uses)), ..setup };
        Ok(Self { front_end: front_end_with(sources, setup)?, uses })
    }
}
