//! Projects that Vite builds, and the variables of their `.env` files.

mod dotenv;
mod expansion;
mod project;

pub use project::ViteProject;
pub(super) use project::folder_of_project;
