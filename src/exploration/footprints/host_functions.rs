//! Functions of the host that programs import or get as methods, such as those of `node:assert`.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

/// The functions of a module of the host that tell what they use when they are called. Others may use anything.
#[derive(Clone, Copy, Debug)]
pub struct HostFunctions {
    /// The exports, and their properties: `equal` and `test.skip`. The default export belongs to them.
    pub exports: &'static [&'static str],
    /// The methods and properties of the objects that the module makes.
    pub members: &'static [&'static str],
    /// Those that may use anything, or return something that may.
    pub other_members: &'static [&'static str],
}

/// What is known about the modules of the host.
#[derive(Debug, Default)]
pub struct HostModules {
    /// By the specifiers of the modules.
    modules: FxHashMap<&'static str, &'static HostFunctions>,
    /// The members of their objects, and whether they tell what they use.
    members: BTreeMap<&'static str, bool>,
}

impl HostModules {
    /// Adds a module with a specifier.
    pub fn add(&mut self, specifier: &'static str, functions: &'static HostFunctions) {
        self.modules.insert(specifier, functions);
        let HostFunctions { members, other_members, .. } = functions;
        self.members.extend(members.iter().map(|&member| (member, true)));
        self.members.extend(other_members.iter().map(|&member| (member, false)));
    }

    /// Whether functions of a module are known.
    #[must_use]
    pub fn know(&self, specifier: &str) -> bool {
        self.modules.contains_key(specifier)
    }

    /// Whether an export of a module, or a property of one, tells what it uses when it is called. The name of the
    /// default export is empty.
    #[must_use]
    pub fn tells(&self, specifier: &str, export: &str) -> bool {
        self.modules.get(specifier).is_some_and(|functions| export.is_empty() || functions.exports.contains(&export))
    }

    /// Whether a method or a property with a name tells what it uses, if an object of the host has one.
    pub(super) fn member_tells(&self, name: &str) -> Option<bool> {
        self.members.get(name).copied()
    }
}
