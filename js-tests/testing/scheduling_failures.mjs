// Assertions of posttask:test that fail, for their messages.
import { test } from "node:test";
import { assertNoInversions, assertNoStarvation, assertNoWarnings, assertOrder, record } from "posttask:test";

const nothing = () => {};

test("another order", async t => {
  const recording = record();
  scheduler.postTask(recording.label("log", nothing), { priority: "background" });
  scheduler.postTask(recording.label("save", nothing));
  scheduler.postTask(nothing, { priority: "user-blocking" });
  setTimeout(recording.label("render", nothing));
  await t.clock.idle();
  assertOrder(recording, ["save", "log", "render"]);
});

test("nothing ran", () => {
  assertOrder(record(), ["save"], "the queue must be flushed");
});

test("starvation", async t => {
  const recording = record();
  async function renderRows() {
    for (let row = 0; row < 100; row++) await scheduler.yield();
  }
  scheduler.postTask(recording.label("render", renderRows));
  scheduler.postTask(recording.label("save", nothing));
  scheduler.postTask(recording.label("log", nothing), { priority: "background" });
  await t.clock.idle();
  assertNoStarvation(recording, { tasks: 50 });
});

test("a task that still waits", async () => {
  const recording = record();
  const saved = scheduler.postTask(recording.label("save", nothing), { priority: "background" });
  const busy = () => { for (const end = performance.now() + 20; performance.now() < end;); };
  for (let i = 0; i < 3; i++) await scheduler.postTask(busy);
  try {
    assertNoStarvation(recording, { ms: 50, tasks: 10 });
  } finally {
    await saved;
  }
});

test("an inversion", { explore: { orders: "standard" } }, async t => {
  const recording = record();
  scheduler.postTask(recording.label("paint", nothing), { priority: "user-blocking" });
  setTimeout(recording.label("poll", nothing));
  await t.clock.idle();
  assertNoInversions(recording);
});

test("a warning", async t => {
  const recording = record({ warn: "starvation=10,long-task" });
  const controller = new TaskController({ priority: "background" });
  scheduler.postTask(function save() {}, { signal: controller.signal });
  for (let i = 0; i < 20; i++) scheduler.postTask(nothing);
  await t.clock.idle();
  assertNoWarnings(recording);
});
