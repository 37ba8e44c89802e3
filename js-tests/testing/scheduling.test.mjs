import { describe, test } from "node:test";
import assert from "node:assert/strict";
import { assertNoInversions, assertNoStarvation, assertNoWarnings, assertOrder, record } from "posttask:test";

const nothing = () => {};

describe("order", () => {
  test("lists the labels of the functions that were called", async t => {
    const recording = record();
    scheduler.postTask(recording.label("late", nothing), { priority: "background" });
    scheduler.postTask(recording.label("soon", nothing));
    scheduler.postTask(nothing, { priority: "user-blocking" });
    scheduler.postTask(recording.label("now", nothing), { priority: "user-blocking" });
    setTimeout(recording.label("timer", nothing), 5);
    await t.clock.advance(5);
    assert.deepEqual(recording.order(), ["now", "soon", "late", "timer"]);
    assertOrder(recording, ["now", "soon", "late", "timer"]);
  });

  test("{ all: true } lists all work that ran", async t => {
    const recording = record();
    scheduler.postTask(recording.label("task", nothing));
    scheduler.postTask(nothing);
    scheduler.postTask(nothing, { delay: 1_000, signal: AbortSignal.abort() }).catch(nothing);
    clearTimeout(setTimeout(nothing));
    await t.clock.idle();
    const [first, second, ...others] = recording.order({ all: true });
    assert.equal(first, "task");
    assert.match(second, /^task at .*scheduling\.test\.mjs:\d+:\d+$/);
    assert.deepEqual(others, []);
  });

  test("has an entry for each call", async t => {
    const recording = record();
    let rounds = 0;
    const interval = setInterval(recording.label("tick", () => ++rounds === 3 && clearInterval(interval)), 10);
    await t.clock.advance(100);
    assertOrder(recording, ["tick", "tick", "tick"]);
  });

  test("a labeled function is called like the original one", () => {
    const recording = record();
    const add = recording.label("add", function add(a, b) {
      return [this.start, a, b];
    });
    assert.deepEqual(add.call({ start: 1 }, 2, 3), [1, 2, 3]);
    assert.equal(add.name, "add");
    assert.equal(add.length, 2);
    const failing = recording.label("failing", () => { throw new RangeError("no") });
    assert.throws(failing, RangeError);
    assertOrder(recording, ["add", "failing"]);
  });
});

describe("tasks", () => {
  test("describe what was scheduled", async t => {
    await t.clock.advance(5);
    const recording = record();
    const start = t.clock.now;
    assert.equal(start, 5);
    scheduler.postTask(recording.label("save", nothing), { priority: "background", delay: 20 });
    await t.clock.advance(30);
    const [{ location, ...task }] = recording.tasks();
    assert.match(location, /scheduling\.test\.mjs:\d+:\d+$/);
    assert.deepEqual(task, {
      label: "save",
      kind: "task",
      priority: "background",
      state: "returned",
      scheduledAt: start,
      readyAt: start + 20,
      startedAt: start + 20,
      endedAt: start + 20,
      waited: 0,
      overtakenBy: 0,
    });
  });

  test("are in the order in which they were scheduled, with what became of them", async t => {
    const recording = record();
    const controller = new AbortController();
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = nothing;
    setTimeout(nothing, 1_000);
    const timer = setTimeout(nothing, 1_000);
    scheduler.postTask(nothing, { signal: controller.signal }).catch(nothing);
    scheduler.postTask(() => { throw 1 }).catch(nothing);
    requestIdleCallback(nothing);
    port1.postMessage("");
    controller.abort();
    clearTimeout(timer);
    await t.clock.advance(10);
    scheduler.postTask(nothing);
    const states = recording.tasks().map(({ kind, state }) => `${kind}: ${state}`);
    assert.deepEqual(states, [
      "setTimeout: scheduled",
      "setTimeout: removed",
      "task: aborted",
      "task: threw",
      "idle callback: returned",
      "message: returned",
      "task: ready",
    ]);
    port1.close();
    await t.clock.advance(1_000);
  });

  test("overtakenBy counts what ran while a task was ready", async t => {
    const recording = record();
    scheduler.postTask(recording.label("last", nothing), { priority: "background" });
    for (let i = 0; i < 3; i++) scheduler.postTask(nothing);
    setTimeout(nothing);
    await t.clock.idle();
    const last = recording.tasks().find(({ label }) => label === "last");
    assert.equal(last.overtakenBy, 4);
    assert.equal(last.waited, 0);
  });

  test("a continuation has the label of its task", async t => {
    const recording = record();
    scheduler.postTask(recording.label("long", async () => {
      await scheduler.yield();
      await scheduler.yield();
    }));
    await t.clock.idle();
    assert.deepEqual(recording.tasks().map(({ kind, label }) => [kind, label]),
      [["task", "long"], ["continuation", "long"], ["continuation", "long"]]);
    assertOrder(recording, ["long"]);
  });

  test("what a test calls after waiting for the clock belongs to no task", async t => {
    const recording = record();
    scheduler.postTask(nothing);
    await t.clock.idle();
    recording.label("test", nothing)();
    assert.deepEqual(recording.tasks().map(({ label }) => label), [null]);
    assertOrder(recording, ["test"]);
  });

  test("have their priority at the start, or now", async t => {
    const recording = record();
    const controller = new TaskController({ priority: "background" });
    const { signal } = controller;
    scheduler.postTask(nothing, { signal });
    scheduler.postTask(nothing, { signal, priority: "background" });
    scheduler.postTask(nothing, { signal: TaskSignal.any([], { priority: signal }) });
    controller.setPriority("user-blocking");
    assert.deepEqual(recording.tasks().map(({ priority }) => priority),
      ["user-blocking", "background", "user-blocking"]);
    await t.clock.idle();
    controller.setPriority("user-visible");
    assert.deepEqual(recording.tasks().map(({ priority }) => priority),
      ["user-blocking", "background", "user-blocking"]);
  });
});

describe("waits", () => {
  test("are the delays of each priority", async t => {
    const recording = record();
    for (let i = 0; i < 3; i++) scheduler.postTask(nothing, { priority: "background" });
    scheduler.postTask(nothing, { priority: "user-blocking" });
    setTimeout(nothing, 10);
    await t.clock.advance(10);
    const { background, none, "user-blocking": blocking, "user-visible": visible } = recording.waits();
    assert.deepEqual(background, {
      count: 3,
      ms: { min: 0, median: 0, p95: 0, max: 0 },
      tasks: { min: 1, median: 2, p95: 3, max: 3 },
    });
    assert.equal(blocking.tasks.max, 0);
    assert.equal(none.count, 1);
    assert.equal(visible.count, 0);
    assert.ok(Number.isNaN(visible.ms.max));
  });

  test("time passes in tasks that take time", async () => {
    const recording = record();
    scheduler.postTask(() => { for (const end = performance.now() + 50; performance.now() < end;); });
    await scheduler.postTask(nothing, { priority: "background" });
    assert.ok(recording.waits().background.ms.max >= 50);
    assert.equal(recording.starved({ ms: 49 }).length, 1);
    assert.equal(recording.starved({ ms: 60 }).length, 0);
  });
});

describe("starved", () => {
  test("a chain of continuations makes other tasks wait", async t => {
    const recording = record();
    scheduler.postTask(recording.label("chain", async () => {
      for (let i = 0; i < 10; i++) await scheduler.yield();
    }));
    scheduler.postTask(recording.label("other", nothing));
    await t.clock.idle();
    const starved = recording.starved({ tasks: 5 });
    assert.deepEqual(starved.map(({ label, overtakenBy }) => [label, overtakenBy]), [["other", 11]]);
    assert.deepEqual(recording.starved({ tasks: 11 }), []);
    assertNoStarvation(recording, { tasks: 11 });
    assertNoStarvation(recording, { tasks: 11, ms: 0 });
    assert.throws(() => assertNoStarvation(recording, { tasks: 10 }), /'other' \(user-visible task, .*11 others ran/);
  });

  test("tasks that still wait are included", async () => {
    const recording = record();
    const ended = scheduler.postTask(nothing, { priority: "background" });
    for (let i = 0; i < 5; i++) await scheduler.postTask(nothing);
    const [starved, ...others] = recording.starved({ tasks: 4 });
    assert.deepEqual(others, []);
    assert.equal(starved.startedAt, null);
    assert.equal(starved.overtakenBy, 5);
    await ended;
  });
});

describe("inversions", () => {
  test("there are none in the usual order", async t => {
    const recording = record();
    const controller = new TaskController({ priority: "background" });
    for (const priority of ["background", "user-visible", "user-blocking"]) {
      scheduler.postTask(async () => { await scheduler.yield() }, { priority });
    }
    scheduler.postTask(() => controller.setPriority("user-blocking"));
    scheduler.postTask(nothing, { signal: controller.signal });
    setTimeout(nothing);
    requestIdleCallback(nothing);
    await t.clock.advance(10);
    assert.deepEqual(recording.inversions(), []);
    assertNoInversions(recording);
  });

  // Whether it happens depends on the order, so it is checked in each.
  test("a timer may run before a task in some orders", { explore: { runs: 50, orders: "standard" } }, async t => {
    const recording = record();
    setTimeout(recording.label("timer", nothing));
    scheduler.postTask(recording.label("urgent", nothing), { priority: "user-blocking" });
    await t.clock.advance(50);
    const isInverted = recording.order()[0] === "timer";
    const [{ waiting, ran } = {}, ...others] = recording.inversions();
    assert.equal(waiting?.label, isInverted ? "urgent" : undefined);
    assert.equal(ran?.label, isInverted ? "timer" : undefined);
    assert.deepEqual(others, []);
  });

  test("the priority at that time counts", { explore: { runs: 50, orders: "standard" } }, async t => {
    const recording = record();
    const controller = new TaskController({ priority: "background" });
    scheduler.postTask(recording.label("raised", nothing), { signal: controller.signal });
    controller.setPriority("user-blocking");
    setTimeout(recording.label("timer", () => controller.setPriority("background")));
    await t.clock.advance(50);
    const [{ waiting, ran } = {}] = recording.inversions();
    if (recording.order()[0] === "timer") {
      assert.equal(waiting.priority, "user-blocking");
      assert.equal(ran.priority, null);
      assert.throws(() => assertNoInversions(recording), /'timer' .* ran while 'raised' \(user-blocking task/);
    } else {
      assertNoInversions(recording);
    }
  });

  test("orders that keep the recommendation have none", { explore: { runs: 50, orders: "intent" } }, async t => {
    const recording = record();
    setTimeout(nothing);
    scheduler.postTask(nothing, { priority: "user-blocking" });
    scheduler.postTask(nothing, { priority: "background" });
    requestIdleCallback(nothing);
    await t.clock.advance(100);
    assertNoInversions(recording);
  });
});

describe("recordings", () => {
  test("end with stop()", async t => {
    const recording = record();
    const run = recording.label("run", nothing);
    scheduler.postTask(run);
    recording.stop();
    recording.stop();
    scheduler.postTask(run);
    await t.clock.idle();
    assert.deepEqual(recording.order(), []);
    assert.deepEqual(recording.tasks().map(({ state }) => state), ["ready"]);
  });

  test("contain only what is scheduled while they last, but all of it counts", async t => {
    scheduler.postTask(nothing);
    const first = record();
    scheduler.postTask(nothing);
    const second = record();
    scheduler.postTask(nothing);
    await t.clock.idle();
    assert.equal(first.tasks().length, 2);
    assert.deepEqual(second.tasks().map(({ overtakenBy }) => overtakenBy), [2]);
  });

  describe("of tests that run at the same time", { concurrency: true }, () => {
    for (const name of ["a", "b"]) {
      test(`contain only their own work: ${name}`, async t => {
        const recording = record();
        for (let i = 0; i < 3; i++) await scheduler.postTask(recording.label(name, nothing));
        const label = `${name} in ${t.name}`;
        await t.test("and that of their subtests", () => scheduler.postTask(recording.label(label, nothing)));
        assert.deepEqual(recording.tasks().map(({ label }) => label), [name, name, name, `${name} in ${t.name}`]);
      });
    }
  });
});

describe("warnings", () => {
  const busy = () => { for (const end = performance.now() + 60; performance.now() < end;); };

  test("only of the detectors that are on", async t => {
    const long = record({ warn: "long-task" });
    const late = record({ warn: "timer-overdue" });
    setTimeout(busy);
    await t.clock.idle();
    assertNoWarnings(late);
    const [warning, ...others] = long.warnings();
    assert.deepEqual(others, []);
    const { id, message, places, count } = warning;
    assert.deepEqual([id, count], ["long-task", 1]);
    assert.match(message, /^setTimeout 'busy'.* ran for 6\d ms/);
    assert.match(places[0], /scheduling\.test\.mjs:\d+:\d+$/);
    assert.throws(() => assertNoWarnings(long), {
      operator: "assertNoWarnings",
      message: /There was a warning:\n  setTimeout 'busy'.*\[long-task\]/,
    });
  });

  test("end the recording", async () => {
    const recording = record({ warn: true });
    const controller = new AbortController();
    const never = scheduler.postTask(nothing, { priority: "background", signal: controller.signal });
    await scheduler.postTask(busy);
    await scheduler.postTask(busy, { priority: "user-blocking" });
    const found = recording.warnings().map(({ id }) => id);
    assert.deepEqual(found.filter(id => id === "background-never-ran"), ["background-never-ran"]);
    assert.deepEqual(recording.warnings().map(({ id }) => id), found);
    controller.abort();
    await assert.rejects(never);
  });

  describe("not of other tests", { concurrency: true }, () => {
    for (const [name, work, expected] of [["long", busy, 1], ["short", nothing, 0]]) {
      test(name, async t => {
        const recording = record({ warn: "long-task" });
        await new Promise(done => setTimeout(() => { work(); done(); }, 5));
        await t.clock.advance(200);
        assert.equal(recording.warnings().length, expected);
      });
    }
  });

  test("without detectors", () => {
    for (const recording of [record(), record({ warn: false }), record({})]) {
      assert.throws(() => recording.warnings(), { name: "Error", code: "ERR_INVALID_STATE" });
      assert.throws(() => assertNoWarnings(recording), /Start it with record\(\{ warn: true \}\)/);
    }
    assert.deepEqual(record({ warn: "none" }).warnings(), []);
  });
});

const ofFile = record();

test("a recording of the file contains all work", async t => {
  const before = ofFile.tasks().length;
  setTimeout(ofFile.label("in a test", nothing), 1);
  await t.clock.advance(1);
  assert.equal(ofFile.tasks().length, before + 1);
  assert.equal(ofFile.order().at(-1), "in a test");
});

describe("arguments", () => {
  const recording = record();
  const wrong = { name: "TypeError", code: "ERR_INVALID_ARG_TYPE" };
  const cases = [
    ["no recording", () => assertOrder([], []), /"recording" argument must be a Recording, which record\(\) returns/],
    ["no list", () => assertOrder(recording, "a"), /"expected" argument must be an array of strings/],
    ["a number as a label", () => assertOrder(recording, ["a", 1]), /"expected\[1\]" .* of type string/],
    ["no limits", () => recording.starved(null), /"limits" argument must be an object with ms or tasks/],
    ["a negative limit", () => recording.starved({ ms: -1 }), /"limits.ms" property must be a number from 0/],
    ["a text as a limit", () => assertNoStarvation(recording, { tasks: "1" }), /"limits.tasks" property/],
    ["a label without a function", () => recording.label("a", 1), /"fn" argument must be of type function/],
    ["a label that is no string", () => recording.label(1, nothing), /"label" argument must be of type string/],
    ["options of record", () => record("all"), /"options" argument must be of type object/],
    ["a number of detectors", () => record({ warn: 1 }), /"options.warn" property must be a boolean or a list of/],
    ["options of order", () => recording.order(true), /"options" argument must be of type object/],
  ];
  for (const [name, call, message] of cases) {
    test(name, () => assert.throws(call, { ...wrong, message }));
  }
  test("an unknown detector", () => {
    const message = /'options.warn' is invalid: there is no detector 'slow'; the detectors are starvation, /;
    assert.throws(() => record({ warn: "slow" }), { name: "TypeError", code: "ERR_INVALID_ARG_VALUE", message });
  });
  test("limits without a limit", () => {
    assert.throws(() => recording.starved({}), { name: "TypeError", code: "ERR_INVALID_ARG_VALUE" });
  });
});

describe("errors", () => {
  test("are assertion errors", () => {
    const recording = record();
    recording.label("a", nothing)();
    const failing = () => assertOrder(recording, ["b"]);
    assert.throws(failing, assert.AssertionError);
    assert.throws(failing, {
      code: "ERR_ASSERTION", operator: "assertOrder", actual: ["a"], expected: ["b"], generatedMessage: true,
    });
  });

  test("have the message that was given", () => {
    const recording = record();
    assert.throws(() => assertOrder(recording, ["b"], "not b"), { message: /^not b\n/, generatedMessage: false });
    assert.throws(() => assertOrder(recording, ["b"], new RangeError("mine")), RangeError);
    assert.throws(() => assertOrder(recording, ["b"], 1), { code: "ERR_INVALID_ARG_TYPE" });
  });
});
