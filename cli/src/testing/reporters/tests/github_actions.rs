//! The exact text of the reporter `github-actions`.

use super::fixture::*;
use crate::testing::reporters::ReporterKind;

const EXPECTED: &str = r#"::group::a.test.js
  ✔ passes (250 ms)
    ℹ a note
  ✖ fails
  ﹣ skipped # SKIP because of #1
  ⚠ to do # TODO
  ✖ suite
    ✖ inner
      from the parent
      ✔ deep
      ✖ cancelled (cancelled)
    ﹣ left out # SKIP
  ✖ explored (50 ms, 142 orders in 200 runs, 3 runs failed)
  ✖ <a> & "b" 'c' # SKIP \ ]]> \u{1b}[31mred\u{1b}[0m \u{7} 😀 ##\u{200b}[error]x, 100%: y\n::error::z {
    ℹ ok 9 - # TODO
      not ok 10
::endgroup::
::error file=a.test.js,line=3,col=5,title=a.test.js > fails::AssertionError: not equal%0A+ { a: 1 }%0A- 'it''s'%0A    at f (a.test.js:3:5)
::error file=a.test.js,line=2,col=1,title=a.test.js > fails::a hook failed
::error file=a.test.js,line=6,col=7,title=a.test.js > suite > inner > cancelled::the parent ended first
::error file=a.test.js,line=4,col=1,title=a.test.js > explored::a timer was left%0A    at f (a.test.js:4:1)%0Athe task of a.test.js:4:1 ran first%0Areplay: posttask test --schedule 1.2 a.test.js
::error file=a.test.js,title=a.test.js > <a> & "b" 'c' # SKIP \ ]]> \u{1b}[31mred\u{1b}[0m \u{7} 😀 ##[error]x%2C 100%25%3A y\n%3A%3Aerror%3A%3Az {::  ]]> <b> &%0A...\r%0A---\u{9}bold \u{0}\u{fffe}
::group::broken.test.js
  ✖ (outside of tests)
::endgroup::
::error file=broken.test.js,title=broken.test.js > (outside of tests)::SyntaxError: unexpected `}`
"#;

const EXPECTED_SUMMARY: &str = r"### Tests

| tests | passed | failed | cancelled | skipped | todo |
| --: | --: | --: | --: | --: | --: |
| 11 | 2 | 5 | 1 | 2 | 1 |

<details><summary>❌ a.test.js &gt; fails</summary>

<pre>AssertionError: not equal
+ { a: 1 }
- 'it''s'
    at f (a.test.js:3:5)

a hook failed

printed:
hello
::error::not a command</pre>

</details>

<details><summary>❌ a.test.js &gt; suite &gt; inner &gt; cancelled</summary>

<pre>the parent ended first</pre>

</details>

<details><summary>❌ a.test.js &gt; explored</summary>

<pre>a timer was left
    at f (a.test.js:4:1)
the task of a.test.js:4:1 ran first
replay: posttask test --schedule 1.2 a.test.js</pre>

</details>

<details><summary>❌ a.test.js &gt; &lt;a&gt; &amp; &quot;b&quot; 'c' # SKIP \ ]]&gt; \u{1b}[31mred\u{1b}[0m \u{7} 😀 ##[error]x, 100%: y\n::error::z {</summary>

<pre>  ]]&gt; &lt;b&gt; &amp;
...&#13;
---	bold ��

printed:
::warning::green
  ::add-mask::a
##[group]</pre>

</details>

<details><summary>❌ broken.test.js &gt; (outside of tests)</summary>

<pre>SyntaxError: unexpected `}`

printed:
before the end</pre>

</details>

";

#[test]
fn files_and_annotations() {
    let text = report(ReporterKind::GithubActions, false);
    assert_eq!(text.split_once("\nFailing tests:\n").unwrap().0, EXPECTED);
}

#[test]
fn nothing_that_tests_print_is_a_command() {
    let text = report(ReporterKind::GithubActions, false);
    let (_, end) = text.split_once("\nFailing tests:\n").unwrap();
    assert!(end.contains("\n\\u{200b}    ::error::not a command\n"), "{end}");
    assert!(end.contains("\n\\u{200b}      ::add-mask::a\n    ##\\u{200b}[group]\n"), "{end}");
    assert!(!end.lines().any(|line| line.trim_start().starts_with("::")), "{end}");
    assert!(!end.contains("##["), "{end}");
}

#[test]
fn summary_for_the_job() {
    let mut reporter = ReporterKind::GithubActions.reporter(options(false));
    for file in files() {
        reporter.file(&file);
    }
    assert_eq!(reporter.step_summary(&summary_of(&files())).unwrap(), EXPECTED_SUMMARY);
    assert_eq!(ReporterKind::Spec.reporter(options(false)).step_summary(&summary_of(&[])), None);
}

#[test]
fn the_summary_for_the_job_is_not_too_long() {
    let mut long = failing();
    long.failures[0].message = "a".repeat(500_000);
    let mut reporter = ReporterKind::GithubActions.reporter(options(false));
    reporter.file(&file(vec![long.clone(), long.clone(), long]));
    let summary = reporter.step_summary(&summary_of(&[])).unwrap();
    assert_eq!(summary.matches("<details>").count(), 1);
    assert!(summary.ends_with("\n... and 2 more\n"));
}
