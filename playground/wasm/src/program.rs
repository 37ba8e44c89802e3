//! The program of a request.

use std::num::NonZeroU32;
use std::path::Path;
use std::sync::Arc;

use posttask::boa_engine::JsError as EngineError;
use posttask::{MainStatus, Program, Runtime, RuntimeBuilder};
use posttask_front_end::{FrontEnd, Options};
use wasm_bindgen::JsError;

use crate::failed;
use crate::request::Request;

/// A program that can run any number of times.
pub(crate) struct Prepared {
    pub(crate) request: Request,
    front_end: Arc<FrontEnd>,
}

impl Prepared {
    /// Reads a request.
    ///
    /// # Errors
    ///
    /// If it is not valid.
    pub(crate) fn new(request: &str) -> Result<Self, JsError> {
        let request = serde_json::from_str(request).map_err(failed)?;
        Ok(Self { request, front_end: FrontEnd::new(Options::default()).map_err(failed)? })
    }

    /// The name of the program's file.
    pub(crate) fn file(&self) -> &Path {
        Path::new(&self.request.file)
    }

    /// Gives a runtime the modules and the frames of the program.
    pub(crate) fn configure(&self, builder: RuntimeBuilder) -> RuntimeBuilder {
        let builder = self.front_end.configure(builder);
        NonZeroU32::new(self.request.frames).into_iter().fold(builder, RuntimeBuilder::frames)
    }

    /// Compiles and starts the program. A syntax error is an uncaught error of the program.
    pub(crate) fn start(&self, runtime: &mut Runtime) -> MainStatus {
        let program = self.parse(runtime);
        runtime.start_program(program)
    }

    /// Compiles and parses the program.
    pub(crate) fn parse(&self, runtime: &mut Runtime) -> Program {
        self.front_end.program(&self.request.source, self.file(), runtime)
    }

    /// The text of the program for a browser.
    ///
    /// # Errors
    ///
    /// If it does not compile.
    pub(crate) fn browser_text(&self) -> Result<String, EngineError> {
        let is_javascript = self.file().extension().is_some_and(|extension| extension == "js");
        if is_javascript {
            return Ok(self.request.source.clone());
        }
        self.front_end.for_evaluation(&self.request.source, self.file())
    }
}
