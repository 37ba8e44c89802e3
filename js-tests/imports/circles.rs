//! Circles in the imports of a package.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::module_tree::Import;

/// Whose imports are compared.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Level {
    /// Each file imports for itself.
    Files,
    /// In each folder, a folder below it imports what its files import.
    Folders,
}

/// The imports between some files or folders, by who imports from whom.
type Graph<'a> = BTreeMap<&'a str, BTreeMap<&'a str, Vec<&'a Import>>>;

/// Describes a shortest circle for each import that is in one.
pub(crate) fn circles<'a>(imports: impl Iterator<Item = &'a Import>, level: Level) -> BTreeSet<String> {
    let mut graphs: BTreeMap<&str, Graph<'_>> = BTreeMap::new();
    for import in imports {
        let shared = match level {
            Level::Files => "",
            Level::Folders => shared_folder(&import.from, &import.to),
        };
        let [from, to] = [&import.from, &import.to].map(|file| match level {
            Level::Files => file.as_str(),
            Level::Folders => entry(shared, file),
        });
        graphs.entry(shared).or_default().entry(from).or_default().entry(to).or_default().push(import);
    }
    graphs.into_values().flat_map(circles_of).collect()
}

/// The folder that two files or folders have in common; `a/b` is a file in itself if there is a folder `a/b`.
fn shared_folder<'a>(one: &'a str, other: &str) -> &'a str {
    let ends = one.match_indices('/').map(|(end, _)| end).chain([one.len()]);
    let is_shared = |end: &usize| other == &one[..*end] || other.starts_with(&format!("{}/", &one[..*end]));
    ends.take_while(is_shared).last().map_or("", |end| &one[..end])
}

/// What contains a file in a folder.
fn entry<'a>(folder: &str, file: &'a str) -> &'a str {
    let start = (folder.len() + 1).min(file.len());
    file[start..].find('/').map_or(file, |end| &file[..start + end])
}

fn circles_of(mut graph: Graph<'_>) -> BTreeSet<String> {
    // What imports nothing is in no circle.
    loop {
        let before = graph.len();
        let importing: BTreeSet<&str> = graph.keys().copied().collect();
        graph.retain(|_, targets| {
            targets.retain(|target, _| importing.contains(target));
            !targets.is_empty()
        });
        if graph.len() == before {
            break;
        }
    }
    let edges = graph.iter().flat_map(|(from, targets)| targets.keys().map(move |to| (*from, *to)));
    edges.filter_map(|(from, to)| Some(describe(&graph, shortest_way(&graph, to, from)?))).collect()
}

/// The nodes from `start` to `end`, if there is a way.
fn shortest_way<'a>(graph: &Graph<'a>, start: &'a str, end: &'a str) -> Option<Vec<&'a str>> {
    let mut before = BTreeMap::from([(start, None)]);
    let mut next = VecDeque::from([start]);
    while let Some(node) = next.pop_front() {
        if node == end {
            let mut way: Vec<&str> = std::iter::successors(Some(end), |node| before[node]).collect();
            way.reverse();
            return Some(way);
        }
        for target in graph.get(node).into_iter().flat_map(BTreeMap::keys) {
            before.entry(target).or_insert_with(|| {
                next.push_back(target);
                Some(node)
            });
        }
    }
    None
}

/// Describes a circle, starting with the node that comes first in the alphabet.
fn describe(graph: &Graph<'_>, mut circle: Vec<&str>) -> String {
    let first = circle.iter().min().and_then(|first| circle.iter().position(|node| node == first));
    circle.rotate_left(first.unwrap_or_default());
    circle.push(circle[0]);
    let mut text = circle.join(" -> ");
    for pair in circle.windows(2) {
        for import in &graph[pair[0]][pair[1]] {
            text = text + "\n    " + &import.place;
        }
    }
    text
}

#[test]
fn circles_are_found_between_files_and_between_folders() {
    let import = |from: &str, to: &str| Import { from: from.into(), to: to.into(), place: format!("{from}: {to}") };
    let imports =
        [import("s/a/b", "s/c/d"), import("s/c/e", "s/a"), import("s/c/e", "s/c/d"), import("s/c/d", "s/c/e")];
    let found = |level| circles(imports.iter(), level).into_iter().collect::<Vec<_>>();
    let in_folder = "s/c/d -> s/c/e -> s/c/d\n    s/c/d: s/c/e\n    s/c/e: s/c/d";
    assert_eq!(found(Level::Files), [in_folder]);
    assert_eq!(found(Level::Folders), ["s/a -> s/c -> s/a\n    s/a/b: s/c/d\n    s/c/e: s/a", in_folder]);
    assert_eq!(circles(imports[..3].iter(), Level::Files), BTreeSet::new());
}
