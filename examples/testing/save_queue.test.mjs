import { test } from "node:test";
import assert from "node:assert";
import { assertNoInversions, assertNoStarvation, assertNoWarnings, assertOrder, record } from "posttask:test";

// Saves documents in the background, and at once if the user asks for it.
const controllers = new Map();

function save(name, write) {
  const controller = new TaskController({ priority: "background" });
  controllers.set(name, controller);
  return scheduler.postTask(() => write(name), { signal: controller.signal });
}

function saveNow(name) {
  controllers.get(name)?.setPriority("user-blocking");
}

/** Renders rows, and lets other tasks run between them. */
async function render(rows, draw) {
  for (const row of rows) {
    draw(row);
    await scheduler.yield();
  }
}

const nothing = () => {};

test("saveNow moves a document to the front", async t => {
  const recording = record();
  save("a", recording.label("write a", nothing));
  save("b", recording.label("write b", nothing));
  scheduler.postTask(recording.label("draw", nothing));
  saveNow("b");
  await t.clock.idle();
  assertOrder(recording, ["write b", "draw", "write a"]);
});

test("rendering lets documents be saved", async t => {
  const recording = record();
  const rows = Array.from({ length: 100 }, (_, row) => row);
  scheduler.postTask(recording.label("render", () => render(rows, nothing)));
  save("a", recording.label("write a", nothing));
  await t.clock.idle();
  assertNoStarvation(recording, { tasks: 10 });
});

test("an urgent document is saved before timers run", { explore: { orders: "standard" } }, async t => {
  const recording = record();
  save("a", recording.label("write a", nothing));
  saveNow("a");
  setTimeout(recording.label("autosave", nothing));
  await t.clock.idle();
  assertNoInversions(recording);
});

test("background work waits for at most three others", async t => {
  const recording = record();
  save("a", nothing);
  for (let i = 0; i < 3; i++) scheduler.postTask(nothing);
  await t.clock.idle();
  const { background } = recording.waits();
  assert.equal(background.count, 1);
  assert.ok(background.tasks.max <= 3);
});

test("an urgent task does not wait for a document", async t => {
  const recording = record({ warn: "priority-inversion,late-abort" });
  const saved = save("a", nothing);
  scheduler.postTask(async () => await saved, { priority: "user-blocking" });
  for (let i = 0; i < 5; i++) scheduler.postTask(nothing);
  await t.clock.idle();
  assertNoWarnings(recording);
});
