//! Tests that do not run, with the reasons.

use crate::metadata::Metadata;

/// Features of ECMAScript and of proposals that tests ask for.
const FEATURES: &[(&str, &str)] = &[
    ("IsHTMLDDA", "needs an object like `document.all`"),
    ("CanBlockIsTrue", "the thread of a program may not block"),
    ("import-defer", "a proposal that Boa does not have"),
    ("source-phase-imports", "a proposal that Boa does not have"),
    ("source-phase-imports-module-source", "a proposal that Boa does not have"),
    ("import-text", "a proposal that the library does not have"),
    ("import-bytes", "a proposal that the library does not have"),
    ("immutable-arraybuffer", "a proposal that Boa does not have"),
    ("iterator-chunking", "a proposal that Boa does not have"),
    ("iterator-includes", "a proposal that Boa does not have"),
    ("Iterator.prototype.join", "a proposal that Boa does not have"),
    ("error-stack-accessor", "a proposal that Boa does not have"),
    ("await-dictionary", "a proposal that Boa does not have"),
    ("joint-iteration", "Boa does not have it: docs/boa-gaps.md"),
    ("explicit-resource-management", "compiled by the front end, without the functions of this proposal"),
    ("decorators", "a proposal: only those of TypeScript are compiled"),
    ("legacy-regexp", "a proposal that V8 does not follow either"),
    ("symbols-as-weakmap-keys", "Boa does not have it: docs/boa-gaps.md"),
    ("ShadowRealm", "a proposal that Boa does not have"),
    ("Temporal", "Boa has it only with a feature of its own"),
    ("tail-call-optimization", "neither Boa nor V8 has proper tail calls"),
];

/// Files of the harness.
const INCLUDES: &[(&str, &str)] = &[("atomicsHelper.js", "needs other agents")];

/// Returns why a test does not run. `None` if it does.
pub(crate) fn reason_to_skip(metadata: &Metadata) -> Option<&'static str> {
    let of = |list: &'static [(&str, &'static str)], own: &[String]| {
        list.iter().find(|(name, _)| own.iter().any(|own| own == name)).map(|(_, reason)| *reason)
    };
    let of_features = of(FEATURES, &metadata.features);
    of_features.or_else(|| of(FEATURES, &metadata.flags)).or_else(|| of(INCLUDES, &metadata.includes))
}
