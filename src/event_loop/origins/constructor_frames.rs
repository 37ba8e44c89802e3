//! The frames of the constructors that make an error. As in V8, its stack begins where the program has called the first
//! of them.

use std::iter::successors;

use boa_engine::builtins::function::OrdinaryFunction;
use boa_engine::{JsObject, js_string};

use super::location::lines_of_stack;

/// Returns the engine's stack of an error without the innermost frames that belong to constructors of its classes.
pub(super) fn without_constructors(error: &JsObject, stack: String) -> String {
    let classes = names_of_classes(error);
    if classes.is_empty() {
        return stack;
    }
    let lines = lines_of_stack(&stack);
    let Some(first) = lines.iter().position(|line| function_of(line).is_some()) else { return stack };
    let is_constructor = |line: &&&str| function_of(line).is_some_and(|name| classes.iter().any(|it| it == name));
    let constructors = lines[first..].iter().take_while(is_constructor).count();
    if constructors == 0 {
        return stack;
    }
    [&lines[..first], &lines[first + constructors..]].concat().join("\n")
}

/// The name of the function of a frame. `None` if the line is none.
fn function_of(line: &str) -> Option<&str> {
    let (function, _) = line.trim_start().strip_prefix("at ")?.split_once(" (")?;
    Some(function)
}

/// The names of the classes of the program, and of those that the engine does not have, that an object is an instance
/// of.
fn names_of_classes(object: &JsObject) -> Vec<String> {
    let prototypes = successors(object.prototype(), JsObject::prototype);
    let constructors = prototypes.map(|prototype| {
        let constructor = prototype.borrow().properties().get(&js_string!("constructor").into())?;
        constructor.value()?.as_object()
    });
    let names = constructors.map_while(|constructor| {
        let constructor = constructor?;
        let name = constructor.borrow().properties().get(&js_string!("name").into())?;
        let name = name.value()?.as_string()?.to_std_string_lossy();
        (constructor.is::<OrdinaryFunction>() || name == "SuppressedError").then_some(name)
    });
    names.filter(|name| !name.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use crate::Runtime;

    #[test]
    fn stacks_begin_where_the_program_makes_the_error() {
        let program = "class V extends Error { constructor(text) { super(text); this.name = 'V' } }
            class W extends V { constructor(text) { super(text + '!') } }
            class M extends Map { constructor(value) { super(value) } }
            function f() { return new W('a') } function g() { new M(5) }
            const functions = error => error.stack.replace(/ \\(.*/g, '').replace(/\\n    at /g, ' < ');
            let thrown; try { g() } catch (error) { thrown = error }
            class H extends Error { constructor() { super(); this.inner = new Error('b') } }
            [functions(f()), functions(thrown).split(': ')[0], functions(new H().inner)].join('; ')";
        let mut runtime = Runtime::builder().virtual_time().build().unwrap();
        let stacks = runtime.run_script(program).unwrap().as_string().unwrap().to_std_string_lossy();
        assert_eq!(stacks, "V: a! < f < <main>; TypeError; Error: b < H < <main>");
    }
}
