//! Which modules the engine evaluates asynchronously, because they or what they import await outside of functions, and
//! in which order. This needs no engine.
//!
//! It follows [InnerModuleEvaluation][inner], without evaluating anything. The standard numbers asynchronous modules,
//! counts what each of them waits for, and evaluates those that wait for nothing any more by their numbers.
//!
//! [inner]: https://tc39.es/ecma262/#sec-innermoduleevaluation

use std::hash::Hash;

use indexmap::IndexMap;
use rustc_hash::FxHashMap;

/// How a module is evaluated asynchronously.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct AsyncEvaluation {
    /// `[[AsyncEvaluationOrder]]`.
    pub(super) order: u32,
    /// Whether it waits for other modules.
    pub(super) waits: bool,
    /// The number of modules it should wait for besides. In a cycle, the engine takes one number for all modules: what
    /// the first one waits for.
    pub(super) missing: usize,
}

/// A graph of modules.
pub(super) trait ModuleGraph {
    type Module: Clone + Eq + Hash;

    /// The modules that a module imports, in the order in which it requests them.
    fn requests(&self, module: &Self::Module) -> Vec<Self::Module>;

    /// Whether a module awaits outside of functions.
    fn awaits(&self, module: &Self::Module) -> bool;

    /// Whether a module that was loaded earlier is asynchronous, and has not ended. `None` if it was not loaded.
    fn earlier(&self, module: &Self::Module) -> Option<bool>;
}

/// Returns the modules that are loaded with one, and how those are evaluated that are evaluated asynchronously. Takes
/// time proportional to the number of imports.
pub(super) fn async_evaluations<G: ModuleGraph>(root: G::Module, graph: &G) -> Evaluations<G::Module> {
    let mut evaluator = Evaluator { graph, modules: IndexMap::new(), stack: Vec::new(), visits: Vec::new(), count: 0 };
    evaluator.evaluate(root);
    let modules: Vec<G::Module> = evaluator.modules.keys().cloned().collect();
    let evaluated = |(index, (module, state)): (usize, (G::Module, State))| {
        let cycle_root = modules[state.cycle_root.unwrap_or(index)].clone();
        (module, Evaluated { evaluation: state.evaluation, cycle_root })
    };
    evaluator.modules.into_iter().enumerate().map(evaluated).collect()
}

pub(super) type Evaluations<M> = FxHashMap<M, Evaluated<M>>;

/// A module that is loaded with another one.
pub(super) struct Evaluated<M> {
    /// How it is evaluated asynchronously. `None` if it is not.
    pub(super) evaluation: Option<AsyncEvaluation>,
    /// The first module of its cycle.
    pub(super) cycle_root: M,
}

/// What is known about a module. Its index in the table is its `moduleIndex`.
struct State {
    /// `[[DFSAncestorIndex]]`.
    ancestor: usize,
    /// `[[PendingAsyncDependencies]]`.
    pending: usize,
    /// Present if the module is asynchronous.
    evaluation: Option<AsyncEvaluation>,
    /// `[[CycleRoot]]`. `None` while the module is on the stack.
    cycle_root: Option<usize>,
}

/// A module whose imports are being evaluated.
struct Visit<M> {
    index: usize,
    requests: std::vec::IntoIter<M>,
}

/// The steps are those of `InnerModuleEvaluation`. A list of visits replaces its recursion: chains of imports are long.
struct Evaluator<'g, G: ModuleGraph> {
    graph: &'g G,
    modules: IndexMap<G::Module, State>,
    stack: Vec<usize>,
    visits: Vec<Visit<G::Module>>,
    count: u32,
}

impl<G: ModuleGraph> Evaluator<'_, G> {
    fn evaluate(&mut self, root: G::Module) {
        self.visit(root);
        while let Some(visit) = self.visits.last_mut() {
            let module = visit.index;
            if let Some(required) = visit.requests.next() {
                // Step 11.b. Omitted: what a module throws ends the evaluation. The texts do not say whether it does.
                if let Some(required) = self.modules.get_index_of(&required) {
                    self.depend(module, required);
                } else if let Some(is_async) = self.graph.earlier(&required) {
                    self.modules[module].pending += usize::from(is_async);
                } else {
                    self.visit(required);
                }
            } else {
                self.visits.pop();
                self.finish(module);
                if let Some(importer) = self.visits.last() {
                    self.depend(importer.index, module);
                }
            }
        }
    }

    /// Steps 5 to 10.
    fn visit(&mut self, module: G::Module) {
        let requests = self.graph.requests(&module).into_iter();
        let index = self.modules.len();
        self.modules.insert(module, State { ancestor: index, pending: 0, evaluation: None, cycle_root: None });
        self.stack.push(index);
        self.visits.push(Visit { index, requests });
    }

    /// Step 11.c, after a required module has been evaluated or is being evaluated.
    fn depend(&mut self, module: usize, required: usize) {
        let State { ancestor, cycle_root, .. } = self.modules[required];
        let required = cycle_root.unwrap_or(required);
        let is_async = self.modules[required].evaluation.is_some();
        let state = &mut self.modules[module];
        if cycle_root.is_none() {
            state.ancestor = state.ancestor.min(ancestor);
        }
        state.pending += usize::from(is_async);
    }

    /// Steps 12 to 16.
    fn finish(&mut self, index: usize) {
        let awaits = self.modules.get_index(index).is_some_and(|(module, _)| self.graph.awaits(module));
        let state = &mut self.modules[index];
        let waits = state.pending > 0;
        if waits || awaits {
            state.evaluation = Some(AsyncEvaluation { order: self.count, waits, missing: 0 });
            self.count += 1;
        }
        if state.ancestor == index {
            self.close_cycle(index);
        }
    }

    /// Step 16: removes a cycle from the stack, which may consist of a single module.
    fn close_cycle(&mut self, root: usize) {
        let start = self.stack.iter().rposition(|index| *index == root).unwrap_or(0);
        let cycle = self.stack.split_off(start);
        let most = cycle.iter().map(|index| self.modules[*index].pending).max().unwrap_or(0);
        for index in cycle {
            let state = &mut self.modules[index];
            state.cycle_root = Some(root);
            if let Some(evaluation) = state.evaluation.as_mut().filter(|evaluation| evaluation.waits) {
                evaluation.missing = most - state.pending;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AsyncEvaluation, ModuleGraph, async_evaluations};

    /// Modules with their imports. The names of those that await are in upper case.
    struct Modules(&'static [(&'static str, &'static str)]);

    impl ModuleGraph for Modules {
        type Module = char;

        fn requests(&self, module: &char) -> Vec<char> {
            let found = self.0.iter().find(|(name, _)| name.starts_with(*module));
            found.map(|(_, imports)| imports.chars().collect()).unwrap_or_default()
        }

        fn awaits(&self, module: &char) -> bool {
            module.is_uppercase()
        }

        /// The modules with the first numbers have been evaluated, and the others are being evaluated.
        fn earlier(&self, module: &char) -> Option<bool> {
            module.is_ascii_digit().then_some(*module > '4')
        }
    }

    /// Returns the asynchronous modules in order, with `*` if they wait, and how many others they should wait for.
    fn evaluated(modules: &'static [(&'static str, &'static str)]) -> String {
        let root = modules[0].0.chars().next().unwrap();
        let all = async_evaluations(root, &Modules(modules)).into_iter();
        let mut evaluations: Vec<_> = all.filter_map(|(module, it)| Some((module, it.evaluation?))).collect();
        evaluations.sort_by_key(|(_, evaluation)| evaluation.order);
        let text = |(module, AsyncEvaluation { waits, missing, .. }): &(char, AsyncEvaluation)| {
            format!("{module}{}{}", if *waits { "*" } else { "" }, "+".repeat(*missing))
        };
        evaluations.iter().map(text).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn modules_wait_for_those_that_await() {
        assert_eq!(evaluated(&[("a", "bc"), ("b", "c"), ("c", "")]), "");
        assert_eq!(evaluated(&[("a", "bC"), ("b", "")]), "C a*");
        assert_eq!(evaluated(&[("a", "bd"), ("b", "C"), ("d", "C")]), "C b* d* a*");
    }

    #[test]
    fn modules_of_a_cycle_wait_for_the_same_number() {
        // `b` waits for two modules, and the first one of the cycle for one.
        assert_eq!(evaluated(&[("a", "b"), ("b", "CDa")]), "C D b* a*+");
        assert_eq!(evaluated(&[("a", "bC"), ("b", "Ca")]), "C b*+ a*");
        // Modules that wait for nothing are evaluated at once.
        assert_eq!(evaluated(&[("a", "B"), ("B", "a")]), "B a*");
        assert_eq!(evaluated(&[("a", "bC"), ("b", "a")]), "C a*");
        // The cycle is over when `a` is evaluated again.
        assert_eq!(evaluated(&[("x", "ay"), ("a", "b"), ("b", "CDa"), ("y", "b")]), "C D b* a*+ y* x*");
    }

    #[test]
    fn modules_wait_for_those_of_earlier_loads() {
        assert_eq!(evaluated(&[("a", "1b"), ("b", "2")]), "");
        assert_eq!(evaluated(&[("a", "1b"), ("b", "27")]), "b* a*");
    }

    #[test]
    fn long_chains_of_imports_are_no_recursion() {
        struct Chain(u32);
        impl ModuleGraph for Chain {
            type Module = u32;

            fn requests(&self, module: &u32) -> Vec<u32> {
                if *module < self.0 { vec![module + 1] } else { Vec::new() }
            }

            fn awaits(&self, module: &u32) -> bool {
                *module == self.0
            }

            fn earlier(&self, _: &u32) -> Option<bool> {
                None
            }
        }
        assert_eq!(async_evaluations(0, &Chain(300_000)).len(), 300_001);
    }
}
