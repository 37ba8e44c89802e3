//! The examples in `docs/diagnostics.md`.

use super::warnings;

const DOCUMENT: &str = include_str!("../../../../docs/diagnostics.md");

/// The program of a section, and what is printed for it. `None` if there is no program.
fn example(section: &str) -> Option<(&str, String)> {
    let (program, rest) = section.split_once("```js\n")?.1.split_once("```")?;
    let (printed, _) = rest.split_once("```text\n")?.1.split_once("```")?;
    Some((program, printed.split_whitespace().collect::<Vec<_>>().join(" ")))
}

#[test]
fn the_documented_warnings_are_printed() {
    let (_, sections) = DOCUMENT.split_once("\n## Starvation").unwrap();
    let examples: Vec<_> = sections.split("\n## ").filter_map(example).collect();
    assert_eq!(examples.len(), 12);
    for (program, printed) in examples {
        // The first line of programs that use it defines `busy`, which is there already.
        let program = if program.contains("busy(") { format!("\n{program}") } else { program.to_owned() };
        // How long a program that never ends was run is not the same here.
        let printed = printed.split_once(": it was ready for").map_or(&*printed, |(before, _)| before);
        let found = warnings(&program, "all");
        assert!(found.iter().any(|warning| warning.starts_with(printed)), "{printed}\n{found:#?}");
    }
}
