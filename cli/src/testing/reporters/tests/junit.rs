//! The exact text of the reporter `junit`.

use super::fixture::*;
use crate::testing::report::{Kind, TestReport};
use crate::testing::reporters::ReporterKind;

const EXPECTED: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="posttask" tests="11" failures="6" errors="0" skipped="3" time="0.012345">
  <testsuite name="a.test.js" tests="10" failures="5" errors="0" skipped="3" time="0.009000" file="a.test.js">
    <testcase name="passes" classname="a.test.js" time="0.002000" file="a.test.js">
      <properties>
        <property name="clock_time" value="0.250000"/>
        <property name="diagnostic" value="a note"/>
      </properties>
    </testcase>
    <testcase name="fails" classname="a.test.js" time="0.000000" file="a.test.js" line="2">
      <failure type="testCodeFailure" message="AssertionError: not equal&#10;+ { a: 1 }&#10;- 'it''s'">AssertionError: not equal
+ { a: 1 }
- 'it''s'
    at f (a.test.js:3:5)

a hook failed</failure>
      <system-out>hello</system-out>
      <system-err>::error::not a command</system-err>
    </testcase>
    <testcase name="skipped" classname="a.test.js" time="0.000000" file="a.test.js">
      <skipped type="skipped" message="because of #1"/>
    </testcase>
    <testcase name="to do" classname="a.test.js" time="0.000000" file="a.test.js">
      <skipped type="todo" message="todo">Error: not yet
    at f (a.test.js:9:3)</skipped>
    </testcase>
    <testcase name="suite &gt; inner" classname="a.test.js" time="0.000000" file="a.test.js">
      <failure type="subtestsFailed" message="1 subtest failed">1 subtest failed</failure>
      <system-out>from the parent</system-out>
    </testcase>
    <testcase name="suite &gt; inner &gt; deep" classname="a.test.js" time="0.000000" file="a.test.js"/>
    <testcase name="suite &gt; inner &gt; cancelled" classname="a.test.js" time="0.000000" file="a.test.js" line="6">
      <failure type="cancelledByParent" message="the parent ended first">the parent ended first</failure>
    </testcase>
    <testcase name="suite &gt; left out" classname="a.test.js" time="0.000000" file="a.test.js">
      <skipped type="skipped" message="skipped"/>
    </testcase>
    <testcase name="explored" classname="a.test.js" time="0.007000" file="a.test.js">
      <properties>
        <property name="clock_time" value="0.050000"/>
        <property name="orders" value="142"/>
        <property name="runs" value="200"/>
      </properties>
      <failure type="leftovers" message="a timer was left">a timer was left
    at f (a.test.js:4:1)
the task of a.test.js:4:1 ran first
replay: posttask test --schedule 1.2 a.test.js</failure>
    </testcase>
    <testcase name="&lt;a&gt; &amp; &quot;b&quot; 'c' # SKIP \ ]]&gt; \u{1b}[31mred\u{1b}[0m \u{7} 😀 ##[error]x, 100%: y\n::error::z {" classname="a.test.js" time="0.000000" file="a.test.js">
      <properties>
        <property name="diagnostic" value="ok 9 - # TODO&#10;not ok 10"/>
      </properties>
      <failure type="testCodeFailure" message="  ]]&gt; &lt;b&gt; &amp;&#10;...&#13;&#10;---&#9;bold ��">  ]]&gt; &lt;b&gt; &amp;
...&#13;
---\u{9}bold ��</failure>
      <system-out>::warning::green</system-out>
      <system-err>  ::add-mask::a
##[group]</system-err>
    </testcase>
  </testsuite>
  <testsuite name="broken.test.js" tests="1" failures="1" errors="0" skipped="0" time="0.000000" file="broken.test.js">
    <testcase name="(outside of tests)" classname="broken.test.js" time="0.000000" file="broken.test.js">
      <failure type="uncaughtException" message="SyntaxError: unexpected `}`">SyntaxError: unexpected `}`</failure>
      <system-out>before the end</system-out>
    </testcase>
  </testsuite>
</testsuites>
"#;

#[test]
fn junit() {
    assert_eq!(report(ReporterKind::Junit, false), EXPECTED);
}

#[test]
fn verbose_reports_have_the_output_of_passing_tests() {
    let text = report(ReporterKind::Junit, true);
    assert!(text.contains("<system-out>one\ntwo</system-out>\n      <system-err>an error</system-err>"), "{text}");
}

#[test]
fn a_suite_that_failed_itself_is_a_test_case() {
    let suite = TestReport { kind: Kind::Suite, children: vec![test("inner")], ..failing() };
    let text = report_of(ReporterKind::Junit, options(false), &[file(vec![suite])]);
    assert!(text.contains(r#"<testsuite name="a.test.js" tests="2" failures="1""#), "{text}");
    assert!(text.contains(r#"<testcase name="fails" "#), "{text}");
    assert!(text.contains(r#"<testcase name="fails &gt; inner" "#), "{text}");
}
