//! Why the command fails.

use posttask::Error;
use posttask_front_end::FrontEndError;

use crate::corpus::CorpusError;
use crate::instruments::WriteError;
use crate::output_files::OutputError;
use posttask_reports::exploration::ReportError;

/// Why the command fails.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    #[error(transparent)]
    FrontEnd(#[from] FrontEndError),
    #[error(transparent)]
    Program(#[from] Error),
    #[error(transparent)]
    Report(#[from] ReportError),
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error(transparent)]
    OutputFile(#[from] OutputError),
    #[error("{0}")]
    Network(String),
    #[error("cannot handle signals: {0}")]
    Signal(std::io::Error),
}
