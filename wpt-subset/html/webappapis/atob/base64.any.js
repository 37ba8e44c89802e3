// META: title=atob and btoa
'use strict';
const pairs = [
  ['', ''], ['a', 'YQ=='], ['ab', 'YWI='], ['abc', 'YWJj'], ['\0', 'AA=='], ['\xff\xfe', '//4='], ['~~~', 'fn5+'],
  ['\u00e9', '6Q=='],
];
for (const [text, encoded] of pairs) {
  test(() => assert_equals(btoa(text), encoded), `btoa(${format_value(text)})`);
  test(() => assert_equals(atob(encoded), text), `atob(${format_value(encoded)})`);
  test(() => assert_equals(atob(encoded.replaceAll('=', '')), text), `atob without padding: ${format_value(encoded)}`);
  test(() => assert_equals(atob(` \t\n\f\r${encoded} `), text), `atob with white space: ${format_value(encoded)}`);
}
for (const wrong of [
  'a', 'abcde', '=', '==', 'a=', 'ab=', 'ab===', 'abc==', 'abcd=', 'a=bc', '%%%%', 'ab\u00a0cd', 'YQ\0=', '\u0100bcd',
]) {
  test(() => {
    assert_throws_dom('InvalidCharacterError', () => atob(wrong));
  }, `atob throws: ${format_value(wrong)}`);
}
for (const wrong of ['\u0100', 'a\u2028', '\ud83d\ude00']) {
  test(() => {
    assert_throws_dom('InvalidCharacterError', () => btoa(wrong));
  }, `btoa throws: ${format_value(wrong)}`);
}
for (const value of [null, undefined, 12, 1.5, true, [1, 2], {}]) {
  test(() => assert_equals(atob(btoa(value)), String(value)), `conversion of ${format_value(value)}`);
}
test(() => { assert_throws_js(TypeError, () => atob()); assert_throws_js(TypeError, () => btoa()); }, 'no argument');
test(() => {
  const all = String.fromCharCode(...Array(256).keys());
  assert_equals(atob(btoa(all)), all);
}, 'all bytes');
