// META: title=navigator
test(() => {
  assert_equals(navigator.appCodeName, 'Mozilla');
  assert_equals(navigator.appName, 'Netscape');
  assert_true(navigator.appVersion.startsWith('5.0 ('));
  assert_equals(navigator.product, 'Gecko');
  assert_equals(typeof navigator.platform, 'string');
  assert_equals(typeof navigator.userAgent, 'string');
}, 'What browsers say about themselves');

test(() => {
  const { languages } = navigator;
  assert_equals(languages, navigator.languages, 'always the same array');
  assert_true(Object.isFrozen(languages) && Array.isArray(languages));
  assert_equals(languages[0], navigator.language);
  assert_throws_js(TypeError, () => { 'use strict'; languages.push('tlh'); });
}, 'Languages');

test(() => {
  assert_true(navigator.onLine);
  assert_greater_than_equal(navigator.hardwareConcurrency, 1);
}, 'What code can use');

test(() => {
  const interface_ = 'document' in self || !('importScripts' in self) ? 'Navigator' : 'WorkerNavigator';
  const { prototype } = self[interface_];
  for (const name of ['appName', 'language', 'languages', 'onLine', 'platform', 'userAgent']) {
    const { get, set, enumerable } = Object.getOwnPropertyDescriptor(prototype, name);
    assert_true(set === undefined && enumerable, name);
    assert_throws_js(TypeError, () => get.call({}), name);
  }
  assert_false('Navigator' in self && 'WorkerNavigator' in self);
}, 'The members are attributes of one interface');
