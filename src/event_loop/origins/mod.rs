//! Where a program schedules work: source locations, and the stacks of errors that they are read from.

mod built_in_errors;
mod built_in_report;
mod constructor_frames;
mod error_stack;
mod location;
mod locations;
mod marked_path;
mod origin;
mod vicinity;

pub use built_in_errors::explain_error;
pub use built_in_report::{EngineReport, Explanation, Vicinity};
pub use error_stack::{FrameTranslator, stack_text, user_frame};
pub(crate) use error_stack::{error_lines, set_frame_translator, set_up_stacks, stack_property};
pub(crate) use location::lines_of_stack;
pub use location::{ANONYMOUS, HOST_FILE, Location, is_host_file, with_anonymous_text};
pub(crate) use locations::Locations;
pub(crate) use marked_path::is_marked;
pub use marked_path::{marked, unmarked};
pub use origin::Origin;
