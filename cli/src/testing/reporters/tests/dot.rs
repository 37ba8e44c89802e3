//! The exact text of the reporter `dot`.

use super::fixture::*;
use crate::testing::reporters::ReporterKind;

#[test]
fn a_character_per_test_and_the_end_of_spec() {
    let spec = report(ReporterKind::Spec, false);
    let (_, end) = spec.split_once("\n\n").unwrap();
    assert_eq!(report(ReporterKind::Dot, false), format!(".X,,X.X,XXX\n\n{end}"));
}

#[test]
fn lines_are_wrapped() {
    let tests = |count| file((0..count).map(|_| test("a")).collect());
    let text = report_of(ReporterKind::Dot, options(false), &[tests(40), tests(30)]);
    assert!(text.starts_with(&format!("{}\n{}\n\n", ".".repeat(60), ".".repeat(10))), "{text}");
    let text = report_of(ReporterKind::Dot, options(false), &[tests(60)]);
    assert!(text.starts_with(&format!("{}\n\nSlowest", ".".repeat(60))), "{text}");
}
