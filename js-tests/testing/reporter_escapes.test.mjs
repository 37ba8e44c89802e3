// Names and messages with control characters. Each report is valid, the empty name is shown as <anonymous>, as in Node,
// and only "Error in XML" fails. Reports of such faults: nodejs/node#45396, #45836, #46899; aghassemi/tap-xunit#19, #6;
// rtfeldman/node-test-runner#615; tapjs/tap-mocha-reporter#43.
import { test, describe, it } from 'node:test';
test('newline \nnot ok 7', () => {});
test('escapes \\ # \\#\\ \n \t \f \v \b \r \0 \x1b[31m', () => {});
test('xml <&"\'> ]]> \ud800 \uffff 😀', () => { console.log('out \x0b ]]> \ud800'); });
test('Error in XML', () => { throw new Error('bad \x0b \x1b[1m <&> ]]> \n::error::x%0A'); });
test('# skip me # TODO', { skip: 'why\nnot # x' }, () => {});
describe('suite "q"', () => { it('', () => {}); it('  ', t => { t.diagnostic('note\nok 5 - fake'); }); });
test('x'.repeat(300), () => {});
