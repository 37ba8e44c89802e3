// Messages of the engine, in the words of the page: some of them are about the command, or about the build.

/** What to write in a program with JSX: the page has no package that makes elements. */
const OWN_JSX = 'begin the program with /** @jsxRuntime classic @jsx h */ and define a function h';

/** That a package is missing. JSX imports one without a statement, so its location has no line. */
const NO_PACKAGE = new RegExp(
  "cannot find the package '([^']*)' in node_modules: install it, for example with npm"
    + '( \\(imported from app\\.[jt]sx\\))?',
);

/** An error message that the page shows: this page has no packages, no modules of Node and no other files. */
export function forPage(message: string): string {
  return message
    .replace(
      NO_PACKAGE,
      (_, name: string, byJsx: string | undefined) => byJsx === undefined
        ? `this page has no packages, so '${name}' cannot be imported`
        : `this page has no packages, so JSX cannot use '${name}': ${OWN_JSX}`,
    )
    .replace(
      /'([^']*)' is a Node\.js module that posttask does not have/,
      "'$1' is a module of Node.js: this page has none; the command posttask has many of them",
    )
    .replace(/there is no file \S+/, 'this page has only one file');
}

/** What to say when the instance has ended. `panic` is the message of Rust, if there is one. */
export function crashOf(error: unknown, panic: string | undefined): string {
  const message = panic ?? (error instanceof Error ? error.message : String(error));
  const isTrap = panic === undefined && error instanceof WebAssembly.RuntimeError;
  if (/overflow during string|capacity overflow|alloc|out of memory/i.test(message)) {
    return 'Out of memory: the program needs more than the engine has.';
  }
  if (isTrap && message === 'unreachable') return 'The engine has stopped, probably because it is out of memory.';
  if (error instanceof RangeError) return 'The engine has stopped: the program recurses too deeply for this browser.';
  return `The engine has stopped, because of a fault in it: ${message.replace(/^panicked at .*?:\d+:\d+:\s*/, '')}.`;
}
