//! The modules that test files can import.

use posttask_front_end::{BuiltinContent, BuiltinModule};

use super::{assert, node_test, other_runners, scheduling, timers_promises};

/// All of them.
pub(crate) static MODULES: &[BuiltinModule] = &[
    BuiltinModule {
        name: "node:assert",
        is_bare: true,
        content: BuiltinContent::Native {
            exports: assert::EXPORTS,
            create: |context| assert::create(false, context),
            functions: Some(&assert::FUNCTIONS),
        },
    },
    BuiltinModule {
        name: "node:assert/strict",
        is_bare: true,
        content: BuiltinContent::Native {
            exports: assert::EXPORTS,
            create: |context| assert::create(true, context),
            functions: Some(&assert::FUNCTIONS),
        },
    },
    BuiltinModule {
        name: "node:test",
        is_bare: false,
        content: BuiltinContent::Native {
            exports: node_test::EXPORTS,
            create: node_test::create,
            functions: Some(&node_test::FUNCTIONS),
        },
    },
    BuiltinModule {
        name: "node:internal/timers_promises",
        is_bare: false,
        content: BuiltinContent::Native {
            exports: timers_promises::EXPORTS,
            create: timers_promises::create,
            functions: None,
        },
    },
    BuiltinModule {
        name: "posttask:test",
        is_bare: false,
        content: BuiltinContent::Native { exports: scheduling::EXPORTS, create: scheduling::create, functions: None },
    },
    other_runners::CONFIGURATION,
    other_runners::MODULE,
    other_runners::SESSION,
];
