//! Several projects in one configuration: which of them run, and which files are theirs.

use std::path::{Path, PathBuf};

use posttask::internal::engine::normalize;

use super::files;
use super::files::{FileOfProject, FilesError};
use super::project::Project;

/// Returns the projects with these names, in which `*` stands for any text, without those whose names are after a `!`.
/// Case does not matter. All if there are no names.
///
/// # Errors
///
/// A message about a name that no project has.
pub(super) fn chosen(projects: Vec<Project>, names: &[String]) -> Result<Vec<Project>, String> {
    let has = |project: &Project, name: &str| {
        matches(&name.trim_start_matches('!').to_lowercase(), &project.name().unwrap_or_default().to_lowercase())
    };
    let (left_out, wanted): (Vec<&String>, Vec<&String>) = names.iter().partition(|name| name.starts_with('!'));
    if let Some(name) = names.iter().find(|name| !projects.iter().any(|project| has(project, name))) {
        let known: Vec<&str> = projects.iter().filter_map(Project::name).collect();
        let name = name.trim_start_matches('!');
        return Err(match known.as_slice() {
            [] => format!("there is no project '{name}': no project has a name"),
            _ => format!("there is no project '{name}'; the projects are: {}", known.join(", ")),
        });
    }
    let is_chosen = |project: &Project| {
        (wanted.is_empty() || wanted.iter().any(|name| has(project, name)))
            && !left_out.iter().any(|name| has(project, name))
    };
    Ok(projects.into_iter().filter(is_chosen).collect())
}

/// Whether a name matches a pattern.
fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, rest)) => name.strip_prefix(start).is_some_and(|name| {
            name.char_indices().map(|(at, _)| at).chain([name.len()]).any(|at| matches(rest, &name[at..]))
        }),
    }
}

/// Finds the files that the arguments name, sorted. Each is there for every project whose patterns match it. A file
/// that matches none, because an argument is its path, is one of the innermost project around it.
///
/// # Errors
///
/// As [`files::find`].
pub(super) fn files(arguments: &[String], projects: &[Project]) -> Result<Vec<FileOfProject>, FilesError> {
    let patterns: Vec<_> = projects.iter().map(Project::patterns).collect();
    let is_of = |project: usize, path: &Path| {
        patterns[project].as_ref().map_or_else(|| files::is_test(path), |patterns| patterns.matches(path))
    };
    let found = files::find(arguments, &|path| (0..projects.len()).any(|project| is_of(project, path)))?;
    let of_projects = |path: PathBuf| -> Vec<FileOfProject> {
        let mut owners: Vec<usize> = (0..projects.len()).filter(|&project| is_of(project, &path)).collect();
        if owners.is_empty() {
            owners.push(innermost(&path, projects));
        }
        owners.into_iter().map(|project| FileOfProject { path: path.clone(), project }).collect()
    };
    Ok(found.into_iter().flat_map(of_projects).collect())
}

/// The first of the projects whose folder is the closest one around a file.
fn innermost(path: &Path, projects: &[Project]) -> usize {
    let path = normalize(path);
    let depth = |project: usize| {
        let root = projects[project].root();
        if path.starts_with(root) { root.components().count() } else { 0 }
    };
    // Of several, `max_by_key` returns the last.
    (0..projects.len()).rev().max_by_key(|&project| depth(project)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_star_stands_for_any_text() {
        for (pattern, name, expected) in [
            ("unit", "unit", true),
            ("unit", "units", false),
            ("*", "", true),
            ("u*t", "unit", true),
            ("u*t*", "unit-tests", true),
            ("*é", "café", true),
            ("u*x", "unit", false),
        ] {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
    }
}
