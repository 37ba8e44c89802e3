//! Stack frames with the positions of the source files and the names of their functions.

use posttask::event_loop::{EngineReport, Explanation, FrameTranslator, Location, Vicinity};

use super::error_places::is_complaint;
use super::modules::Handle;
use super::refused_text::{is_of_parser, refused_text};
use super::source_file::SourceFile;
use super::source_map::Original;
use super::text_index::Position;

/// What the engine calls functions without a name, and top-level code.
const UNNAMED: &str = "<main>";

impl FrameTranslator for Handle {
    fn translate(&self, function: &str, place: &Location) -> Option<(String, Location)> {
        self.translated(function, place, |_, position| position)
    }

    fn translate_error(&self, function: &str, place: &Location) -> Option<(String, Location)> {
        self.translated(function, place, SourceFile::callee)
    }

    fn may_explain(&self, message: &str) -> bool {
        is_complaint(message) || is_of_parser(message)
    }

    fn explain(&self, report: &EngineReport, vicinity: &dyn Fn() -> Option<Vicinity>) -> Option<Explanation> {
        let Self { front_end, .. } = self;
        let file = front_end.known(&report.file)?;
        match refused_text(&report.message) {
            Some(message) => Some(Explanation { message, position: report.position? }),
            None => file.explain(report, vicinity),
        }
    }
}

impl Handle {
    /// `find` finds the position to show in the text of the file.
    fn translated(
        &self,
        function: &str,
        place: &Location,
        find: impl FnOnce(&SourceFile, Position) -> Position,
    ) -> Option<(String, Location)> {
        let Self { front_end, .. } = self;
        let file = front_end.known(&place.file)?;
        let position = find(&file, file.position((place.line, place.column)));
        let named = || match function {
            UNNAMED => file.function_at(position).unwrap_or(UNNAMED),
            // The engine calls a constructor as its class.
            named => {
                let constructor = file.function_at(position).filter(|name| name.strip_prefix("new ") == Some(named));
                constructor.unwrap_or(named)
            }
        };
        let (function, file, (line, column)) = match file.original(position, |path| front_end.read(path)) {
            Some(Original { file, position, name }) => (name.unwrap_or_else(|| named().to_owned()), file, position),
            None => (named().to_owned(), place.file.clone(), position),
        };
        Some((function, Location::new(file, line, column)))
    }
}
