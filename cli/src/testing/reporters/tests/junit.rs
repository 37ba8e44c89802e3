//! The exact text of the reporter `junit`.

use quick_junit::Report;

use super::fixture::*;
use crate::testing::report::{FailureKind, Kind, TestReport};
use crate::testing::reporters::ReporterKind;

const EXPECTED: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="posttask" tests="11" skipped="3" failures="6" errors="0" time="0.012">
    <testsuite name="a.test.js" tests="10" skipped="3" errors="0" failures="5" time="0.009000" file="a.test.js">
        <testcase name="passes" classname="a.test.js" time="0.002000" file="a.test.js">
            <properties>
                <property name="clock_time" value="0.250000"/>
                <property name="diagnostic" value="a note"/>
            </properties>
        </testcase>
        <testcase name="fails" classname="a.test.js" time="0.000000" file="a.test.js" line="2">
            <failure message="AssertionError: not equal
+ { a: 1 }
- &apos;it&apos;&apos;s&apos;" type="testCodeFailure">AssertionError: not equal
+ { a: 1 }
- &apos;it&apos;&apos;s&apos;
    at f (a.test.js:3:5)

a hook failed</failure>
            <system-out>hello</system-out>
            <system-err>::error::not a command</system-err>
        </testcase>
        <testcase name="skipped" classname="a.test.js" time="0.000000" file="a.test.js">
            <skipped message="because of #1" type="skipped"/>
        </testcase>
        <testcase name="to do" classname="a.test.js" time="0.000000" file="a.test.js">
            <skipped message="todo" type="todo">Error: not yet
    at f (a.test.js:9:3)</skipped>
        </testcase>
        <testcase name="suite &gt; inner" classname="a.test.js" time="0.000000" file="a.test.js">
            <failure message="1 subtest failed" type="subtestsFailed">1 subtest failed</failure>
            <system-out>from the parent</system-out>
        </testcase>
        <testcase name="suite &gt; inner &gt; deep" classname="a.test.js" time="0.000000" file="a.test.js"/>
        <testcase name="suite &gt; inner &gt; cancelled" classname="a.test.js" time="0.000000" file="a.test.js" line="6">
            <failure message="the parent ended first" type="cancelledByParent">the parent ended first</failure>
        </testcase>
        <testcase name="suite &gt; left out" classname="a.test.js" time="0.000000" file="a.test.js">
            <skipped message="skipped" type="skipped"/>
        </testcase>
        <testcase name="explored" classname="a.test.js" time="0.007000" file="a.test.js">
            <properties>
                <property name="clock_time" value="0.050000"/>
                <property name="orders" value="142"/>
                <property name="runs" value="200"/>
            </properties>
            <failure message="a timer was left" type="leftovers">a timer was left
    at f (a.test.js:4:1)
the task of a.test.js:4:1 ran first
replay: posttask test --schedule 1.2 a.test.js</failure>
        </testcase>
        <testcase name="&lt;a&gt; &amp; &quot;b&quot; &apos;c&apos; # SKIP \ ]]&gt; \u{1b}[31mred\u{1b}[0m \u{7} 😀 ##[error]x, 100%: y\n::error::z {" classname="a.test.js" time="0.000000" file="a.test.js">
            <properties>
                <property name="diagnostic" value="ok 9 - # TODO
not ok 10"/>
            </properties>
            <failure message="  ]]&gt; &lt;b&gt; &amp;
...
---    bold ��" type="testCodeFailure">  ]]&gt; &lt;b&gt; &amp;
...
---    bold ��</failure>
            <system-out>::warning::green</system-out>
            <system-err>  ::add-mask::a
##[group]</system-err>
        </testcase>
    </testsuite>
    <testsuite name="broken.test.js" tests="1" skipped="0" errors="0" failures="1" time="0.000000" file="broken.test.js">
        <testcase name="(outside of tests)" classname="broken.test.js" time="0.000000" file="broken.test.js">
            <failure message="SyntaxError: unexpected `}`" type="uncaughtException">SyntaxError: unexpected `}`</failure>
            <system-out>before the end</system-out>
        </testcase>
    </testsuite>
</testsuites>
"#;

#[test]
fn control_characters_are_visible_and_valid() {
    let text: String = ('\0'..='\u{a0}').chain('\u{fffd}'..='\u{10000}').collect();
    let name = format!("name{text}");
    let console = vec![line(false, &format!("a\tb{text}")), line(true, &text)];
    let failures = vec![failure(FailureKind::TestCode, &text, None)];
    let report = TestReport { name, failures, console, ..failing() };
    let written = report_of(ReporterKind::Junit, options(false), &[file(vec![report])]);
    let is_allowed = |c| matches!(c, '\n' | ' '..='\u{fffd}' | '\u{10000}'..);
    assert!(written.chars().all(is_allowed), "{written:?}");
    let read = Report::deserialize_from_str(&written).unwrap();
    let case = &read.test_suites[0].test_cases[0];
    assert!(case.name.starts_with("name\\u{0}\\u{1}"), "{:?}", case.name);
    assert!(case.system_out.as_ref().is_some_and(|out| out.starts_with("a    b\u{fffd}")), "{case:?}");
}

#[test]
fn junit() {
    assert_eq!(report(ReporterKind::Junit, false), EXPECTED);
}

#[test]
fn verbose_reports_have_the_output_of_passing_tests() {
    let text = report(ReporterKind::Junit, true);
    assert!(
        text.contains("<system-out>one\ntwo</system-out>\n            <system-err>an error</system-err>"),
        "{text}"
    );
}

#[test]
fn a_suite_that_failed_itself_is_a_test_case() {
    let suite = TestReport { kind: Kind::Suite, children: vec![test("inner")], ..failing() };
    let text = report_of(ReporterKind::Junit, options(false), &[file(vec![suite])]);
    assert!(text.contains(r#"<testsuite name="a.test.js" tests="2" skipped="0" errors="0" failures="1""#), "{text}");
    assert!(text.contains(r#"<testcase name="fails" "#), "{text}");
    assert!(text.contains(r#"<testcase name="fails &gt; inner" "#), "{text}");
}
