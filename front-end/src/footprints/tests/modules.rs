//! Programs that consist of two files.

use std::fs;

use super::comparison::Program;

/// A program that imports a module.
struct Kind {
    module: &'static str,
    /// What the program imports.
    names: &'static str,
    /// What two pieces of work of the program do.
    works: [&'static str; 2],
}

/// The functions of these are announced.
const KNOWN: &[Kind] = &[
    Kind { module: "export const it = { x: 0 };", names: "{ it }", works: ["it.x++;", "seen = it.x;"] },
    Kind { module: "export const it = { x: 0 };", names: "* as all", works: ["all.it.x++;", "seen = all.it.x;"] },
    Kind {
        module: "let count = 0; export function add() { return ++count; }",
        names: "{ add }",
        works: ["add();", "seen = add();"],
    },
    Kind {
        module: "const list = []; export default { put(it) { list.push(it); }, last: () => list.at(-1) };",
        names: "list",
        works: ["list.put(1);", "seen = list.last();"],
    },
    Kind {
        module: "export class Store { static #all = new Map(); static set(it) { Store.#all.set(it, 1); }
            static get size() { return Store.#all.size; } }",
        names: "{ Store }",
        works: ["Store.set(1);", "seen = Store.size;"],
    },
    Kind { module: "await 0; export const it = { x: 0 };", names: "{ it }", works: ["it.x++;", "seen = it.x;"] },
    Kind {
        module: "export const first = { x: 0 }, second = { x: 0 };",
        names: "{ first, second as other }",
        works: ["first.a = 1;", "seen = other.x;"],
    },
];

/// Nothing is left out of these.
const UNKNOWN: &[Kind] = &[
    // The importer does not say that it reads what changes.
    Kind {
        module: "export let count = 0; export function add() { count++; }",
        names: "{ count, add }",
        works: ["add();", "seen = count;"],
    },
    Kind {
        module: "var count = 0; export { count as it }; export const add = () => { count++; };",
        names: "{ it, add }",
        works: ["add();", "seen = it;"],
    },
    // A cycle of modules.
    Kind {
        module: "import './main.mjs'; await 0; export const it = { x: 0 };",
        names: "{ it }",
        works: ["it.x++;", "seen = it.x;"],
    },
    Kind {
        module: "export const text = import.meta.url.slice(0, 4);",
        names: "{ text }",
        works: ["seen = text;", "seen = 1;"],
    },
];

impl Kind {
    /// Compares its orders. Returns whether the functions are announced.
    fn compare(&self) -> bool {
        let Self { module, names, works: [one, other] } = self;
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("module.mjs"), module).unwrap();
        let text = format!(
            "import {names} from './module.mjs';
            let seen = 'nothing';
            setTimeout(() => {{ {one} }});
            scheduler.postTask(() => {{ {other} }}).then(() => {{ console.log(seen); }});
            scheduler.postTask(() => {{}});"
        );
        let file = folder.path().join("main.mjs");
        Program { text, file, state: None }.compare(300, module).is_some()
    }
}

#[test]
fn modules_announce_their_functions() {
    for kind in KNOWN {
        assert!(kind.compare(), "{}", kind.module);
    }
}

#[test]
fn a_main_module_that_imports_and_awaits_is_known() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("module.mjs"), "export const add = (one, other) => one + other;").unwrap();
    let text = "
        import { add } from './module.mjs';
        const io = () => new Promise(resolve => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => { channel.port1.close(); resolve(1); };
          channel.port2.postMessage(0);
        });
        const work = async () => { let own = 0; own = add(own, await io()); };
        work();
        console.log(await io());"
        .to_owned();
    let program = Program { text, file: folder.path().join("main.mjs"), state: None };
    let found = program.compare(300, "a module that awaits").unwrap();
    assert!(found.leaves_out(), "{} instead of {}", found.reduced, found.all);
}

#[test]
fn modules_that_may_do_anything_are_known() {
    for kind in UNKNOWN {
        assert!(!kind.compare(), "{}", kind.module);
    }
}
