//! The tests of a file, as they were declared and as they ended.

use std::collections::VecDeque;
use std::time::Duration;

use posttask::event_loop::{Location, Origin, Timestamp};
use posttask::internal::event_loop::OwnerId;

use super::options::{Explore, Options};
use super::report::{ConsoleLine, Directive, Durations, Ending, Failure, FailureKind, Kind, TestReport};

/// A test, a suite, or the root: the file, which is the parent of its top-level tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct NodeId(usize);

impl NodeId {
    pub(super) const ROOT: Self = Self(0);

    /// The node as an owner of work.
    pub(super) fn as_owner(self) -> OwnerId {
        // There are never that many tests.
        OwnerId::try_from(self.0).unwrap_or_default()
    }

    pub(super) const fn of_owner(owner: OwnerId) -> Self {
        Self(owner as usize)
    }
}

/// A function of the program, which the host keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FunctionId(pub(super) usize);

/// The kinds of hooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HookKind {
    Before,
    BeforeEach,
    AfterEach,
    After,
}

impl HookKind {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Before => "before",
            Self::BeforeEach => "beforeEach",
            Self::AfterEach => "afterEach",
            Self::After => "after",
        }
    }
}

/// A hook of a test or suite.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hook {
    pub(super) kind: HookKind,
    pub(super) function: FunctionId,
    pub(super) timeout: Option<Duration>,
}

/// A test whose orders can be explored.
#[derive(Clone, Debug)]
pub(crate) struct Explorable {
    /// Its position among the tests that were declared, and those of its suites, outermost first.
    pub(crate) position: Vec<usize>,
    /// Its position among the tests in the report, and those of its suites.
    pub(crate) path: Vec<usize>,
    /// Its name, with those of its suites.
    pub(crate) name: String,
    /// Its option `explore`.
    pub(crate) option: Option<Explore>,
}

/// How far a test is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// It has been declared.
    Declared,
    Running,
    Ended(Ending),
    /// It is not selected, and is not reported.
    LeftOut,
}

/// What a test is.
#[derive(Debug)]
pub(super) struct Declaration {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) options: Options,
    pub(super) location: Option<Location>,
    pub(super) origin: Option<Origin>,
    /// `None` if there is nothing to call.
    pub(super) function: Option<FunctionId>,
}

/// A test or suite.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) declaration: Declaration,
    pub(super) parent: Option<NodeId>,
    /// The position among the children of the parent.
    index: usize,
    pub(super) children: Vec<NodeId>,
    /// The children that have not started.
    pub(super) waiting: VecDeque<NodeId>,
    /// By kind, in the order in which they were declared.
    hooks: [Vec<Hook>; 4],
    /// The number of `before` hooks that have started.
    pub(super) started_before: usize,
    /// Why a `before` hook failed.
    pub(super) failed_before: Option<Box<Failure>>,
    pub(super) phase: Phase,
    /// Whether its function, or the loading of the file, has ended: it declares no more children.
    pub(super) body_has_ended: bool,
    /// Whether all of its children have ended, so that no more can be added.
    pub(super) is_closed: bool,
    /// Whether its function has passed, which hooks after it can read.
    pub(super) has_passed: bool,
    /// The limit that its function or hook, which runs, has set for itself. The maximum is none.
    pub(super) own_limit: Option<Duration>,
    pub(super) failures: Vec<Failure>,
    pub(super) diagnostics: Vec<String>,
    pub(super) console: Vec<ConsoleLine>,
    pub(super) started: Option<(Timestamp, Duration)>,
    pub(super) durations: Durations,
    /// The assertions of `t.assert` and subtests so far, for the plan.
    pub(super) counted: usize,
    /// The number of timers, tasks and ports that were left, if they are only counted.
    pub(super) left_behind: usize,
}

/// All tests of a file.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// The tests whose functions have ended, and that wait for the assertions of their plans.
    pub(super) waiting_for_plans: Vec<NodeId>,
}

impl Tree {
    pub(super) fn new() -> Self {
        let options = Options::default();
        let declaration = Declaration {
            name: String::new(),
            kind: Kind::Suite,
            options,
            location: None,
            origin: None,
            function: None,
        };
        let mut root = Node::new(declaration, None);
        root.phase = Phase::Running;
        Self { nodes: vec![root], waiting_for_plans: Vec::new() }
    }

    pub(super) fn get(&self, node: NodeId) -> &Node {
        &self.nodes[node.0]
    }

    pub(super) fn get_mut(&mut self, node: NodeId) -> &mut Node {
        &mut self.nodes[node.0]
    }

    /// Adds a child. The parent's function must not have ended.
    pub(super) fn add(&mut self, parent: NodeId, declaration: Declaration) -> NodeId {
        let id = NodeId(self.nodes.len());
        let index = self.get(parent).children.len();
        self.nodes.push(Node { index, ..Node::new(declaration, Some(parent)) });
        let parent = self.get_mut(parent);
        parent.children.push(id);
        parent.waiting.push_back(id);
        id
    }

    /// The node and its ancestors, innermost first, without the root.
    pub(super) fn path(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let parent = |id: &NodeId| self.get(*id).parent;
        std::iter::successors(Some(node), parent).filter(|id| *id != NodeId::ROOT)
    }

    /// The names of the ancestors and of the node, outermost first.
    pub(super) fn names(&self, node: NodeId) -> Vec<&str> {
        let mut names: Vec<&str> = self.path(node).map(|id| self.get(id).declaration.name.as_str()).collect();
        names.reverse();
        names
    }

    /// The names of the ancestors and of the node, as Node joins them.
    pub(super) fn full_name(&self, node: NodeId) -> String {
        self.names(node).join(" > ")
    }

    /// The hooks of this kind that run around a test: those of its ancestors. Hooks before it start with the outermost
    /// ancestor, hooks after it with the innermost one.
    pub(super) fn hooks_around(&self, test: NodeId, kind: HookKind) -> Vec<Hook> {
        let parents = std::iter::successors(self.get(test).parent, |id| self.get(*id).parent);
        let mut parents: Vec<NodeId> = parents.collect();
        if kind == HookKind::BeforeEach {
            parents.reverse();
        }
        parents.into_iter().flat_map(|parent| self.get(parent).hooks_of(kind)).copied().collect()
    }

    /// An option that a test inherits from its closest ancestor that sets it.
    pub(super) fn inherited<T>(&self, node: NodeId, option: impl Fn(&Options) -> Option<T>) -> Option<T> {
        self.path(node).find_map(|id| option(&self.get(id).declaration.options))
    }

    /// The position of a node among its siblings, and those of its ancestors, outermost first. The same in each run.
    pub(super) fn position(&self, node: NodeId) -> Vec<usize> {
        let mut position: Vec<usize> = self.path(node).map(|id| self.get(id).index).collect();
        position.reverse();
        position
    }

    /// The tests that have run and are not subtests: those whose orders can be explored, whether they have passed or
    /// not.
    pub(super) fn explorable(&self) -> Vec<Explorable> {
        let mut found = Vec::new();
        self.add_explorable(NodeId::ROOT, &mut Vec::new(), &mut found);
        found
    }

    fn add_explorable(&self, parent: NodeId, path: &mut Vec<usize>, found: &mut Vec<Explorable>) {
        for (index, id) in self.reported(parent).enumerate() {
            path.push(index);
            let it = self.get(id);
            match it.declaration.kind {
                Kind::Suite => self.add_explorable(id, path, found),
                Kind::Test if it.has_run() && it.declaration.options.directive.is_none() => {
                    let option = self.inherited(id, |options| options.explore);
                    found.push(Explorable {
                        position: self.position(id),
                        path: path.clone(),
                        name: self.full_name(id),
                        option,
                    });
                }
                Kind::Test => {}
            }
            path.pop();
        }
    }

    /// Skips the tests that `only` leaves out, and the suites without a test that runs.
    pub(super) fn skip_what_only_leaves_out(&mut self) {
        let tests: Vec<NodeId> = self.nodes.iter().enumerate().skip(1).map(|(index, _)| NodeId(index)).collect();
        if self.nodes.iter().any(|node| node.declaration.options.only) {
            for id in &tests {
                let Declaration { kind, options, .. } = &self.get(*id).declaration;
                if *kind == Kind::Test && !matches!(options.directive, Some(Directive::Todo(_))) && !self.is_only(*id) {
                    self.get_mut(*id).declaration.options.directive = Some(Directive::Skip(None));
                }
            }
        }
        // The tests of a suite come after it.
        for id in tests.iter().rev() {
            let it = self.get(*id);
            let is_skipped = |id: &NodeId| {
                matches!(self.get(*id).declaration.options.directive, Some(Directive::Skip(_) | Directive::Todo(_)))
            };
            if it.declaration.kind == Kind::Suite
                && it.body_has_ended
                && !it.children.is_empty()
                && it.children.iter().all(is_skipped)
            {
                self.get_mut(*id).declaration.options.directive = Some(Directive::Skip(None));
            }
        }
    }

    /// Whether a test has the option `only`, or one of its suites has it and no test in that suite does.
    pub(super) fn is_only(&self, test: NodeId) -> bool {
        let mut path = self.path(test);
        match path.find(|node| self.get(*node).declaration.options.only) {
            None => false,
            Some(marked) => marked == test || !self.contains_only(marked),
        }
    }

    /// Whether a test or suite below this one has the option `only`.
    fn contains_only(&self, node: NodeId) -> bool {
        let children = &self.get(node).children;
        children.iter().any(|child| self.get(*child).declaration.options.only || self.contains_only(*child))
    }

    /// Whether the next child runs at the same time as the one before it.
    pub(super) fn next_is_concurrent(&self, parent: NodeId) -> bool {
        let parent = self.get(parent);
        let is_concurrent = |id: NodeId| self.inherited(id, |options| options.is_concurrent).unwrap_or(false);
        let Some(next) = parent.waiting.front().copied() else { return false };
        let before = self.get(next).index.checked_sub(1).map(|index| parent.children[index]);
        is_concurrent(next) && before.is_none_or(is_concurrent)
    }

    /// The suites whose functions have not ended. Suites that do not run are not among them.
    pub(super) fn open_suites(&self) -> Vec<NodeId> {
        let is_open =
            |node: &Node| node.declaration.kind == Kind::Suite && !node.body_has_ended && node.phase == Phase::Running;
        let suites = self.nodes.iter().enumerate().skip(1).filter(|(_, node)| is_open(node));
        suites.map(|(index, _)| NodeId(index)).collect()
    }

    /// Calls `visit` with each failure of a node and of the tests below it that must not fail.
    pub(super) fn visit_failures(&self, node: NodeId, visit: &mut dyn FnMut(&Failure)) {
        let it = self.get(node);
        if matches!(it.declaration.options.directive, Some(Directive::Todo(_))) {
            return;
        }
        it.failures.iter().for_each(&mut *visit);
        for child in &it.children {
            self.visit_failures(*child, visit);
        }
    }

    /// How much each test and suite has left that has left something, if that is only counted.
    pub(super) fn left_behind(&self) -> Option<Vec<usize>> {
        let left: Vec<usize> = self.nodes.iter().map(|node| node.left_behind).filter(|&left| left > 0).collect();
        (!left.is_empty()).then_some(left)
    }

    /// The results of the children of a node that were selected.
    pub(super) fn reports(&self, parent: NodeId) -> Vec<TestReport> {
        self.reported(parent).map(|id| self.report(id)).collect()
    }

    /// The children that are reported: those that have run. The others were not selected, or the run was stopped
    /// before.
    fn reported(&self, parent: NodeId) -> impl Iterator<Item = NodeId> {
        let children = self.get(parent).children.iter().copied();
        children.filter(|id| !matches!(self.get(*id).phase, Phase::Declared | Phase::LeftOut))
    }

    /// Whether a test was not started although it was selected.
    pub(super) fn has_unstarted(&self) -> bool {
        let is_left_out = |parent: NodeId| matches!(self.get(parent).phase, Phase::Declared | Phase::LeftOut);
        self.nodes.iter().any(|node| node.phase == Phase::Declared && !node.parent.is_some_and(is_left_out))
    }

    /// Whether a test that has ended makes the run fail.
    pub(super) fn is_failure(&self, node: NodeId) -> bool {
        let it = self.get(node);
        let may_fail = matches!(it.declaration.options.directive, Some(Directive::Todo(_)));
        !may_fail && matches!(it.phase, Phase::Ended(Ending::Failed | Ending::Cancelled))
    }

    /// The result of a test or suite.
    pub(super) fn report(&self, id: NodeId) -> TestReport {
        let node = self.get(id);
        let ending = match node.phase {
            Phase::Ended(ending) => ending,
            _ => Ending::Cancelled,
        };
        TestReport {
            name: node.declaration.name.clone(),
            kind: node.declaration.kind,
            location: node.declaration.location.clone(),
            ending,
            directive: node.declaration.options.directive.clone(),
            failures: node.failures.clone(),
            children: self.reports(id),
            diagnostics: node.diagnostics.clone(),
            console: node.console.clone(),
            durations: node.durations,
            exploration: None,
        }
    }
}

impl Node {
    fn new(declaration: Declaration, parent: Option<NodeId>) -> Self {
        Self {
            declaration,
            parent,
            index: 0,
            children: Vec::new(),
            waiting: VecDeque::new(),
            hooks: Default::default(),
            started_before: 0,
            failed_before: None,
            phase: Phase::Declared,
            body_has_ended: false,
            is_closed: false,
            has_passed: false,
            own_limit: None,
            failures: Vec::new(),
            diagnostics: Vec::new(),
            console: Vec::new(),
            started: None,
            durations: Durations::default(),
            counted: 0,
            left_behind: 0,
        }
    }

    /// Whether it has run to its end, or for too long.
    fn has_run(&self) -> bool {
        match self.phase {
            Phase::Ended(Ending::Passed | Ending::Failed) => true,
            Phase::Ended(Ending::Cancelled) => self.failures.iter().any(|failure| failure.kind == FailureKind::Timeout),
            _ => false,
        }
    }

    /// A test starts, perhaps again.
    pub(super) fn start_attempt(&mut self) {
        self.body_has_ended = self.declaration.function.is_none();
        self.is_closed = false;
    }

    /// Forgets what an attempt that failed has left.
    pub(super) fn forget_attempt(&mut self) {
        self.failures.clear();
        self.hooks = Default::default();
    }

    /// Adds a hook that runs before the others of its kind.
    pub(super) fn add_hook_first(&mut self, hook: Hook) {
        self.hooks[hook.kind as usize].insert(0, hook);
    }

    pub(super) fn add_hook(&mut self, hook: Hook) {
        self.hooks[hook.kind as usize].push(hook);
    }

    pub(super) fn hooks_of(&self, kind: HookKind) -> &[Hook] {
        &self.hooks[kind as usize]
    }

    pub(super) fn has_ended(&self) -> bool {
        matches!(self.phase, Phase::Ended(_))
    }
}
