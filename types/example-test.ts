// Code that posttask-test.d.ts and node-test.d.ts must accept or reject. types/check.sh only type-checks it.
import test, { describe, it } from "node:test";
import { assertNoInversions, assertNoStarvation, assertNoWarnings, assertOrder, record } from "posttask:test";
import type { Inversion, Limits, RecordedTask, Recording, Spread, Waits, WorkKind } from "posttask:test";
import type { RecordedWarning } from "posttask:test";

test("recordings", { explore: true, leftovers: "warn", timeout: 100 }, async t => {
  const recording: Recording = record();
  const add = recording.label("add", (a: number, b: number) => a + b);
  const sum: number = add(1, 2);
  scheduler.postTask(recording.label("save", async () => "saved"), { priority: "background" });
  const now: number = await t.clock.advance(sum);
  await t.clock.next();
  await t.clock.idle();
  t.clock.hold();
  t.clock.release();
  const order: string[] = recording.order();
  assertOrder(recording, ["add", "save"]);
  assertOrder(recording, recording.order({ all: true }), "a message");
  const [task]: RecordedTask[] = recording.tasks();
  const kind: WorkKind | undefined = task?.kind;
  const waits: Waits = recording.waits()["user-blocking"];
  const spread: Spread = recording.waits().none.ms;
  const limits: Limits = { ms: waits.tasks.p95 + spread.max + t.clock.now - now };
  const starved: RecordedTask[] = recording.starved({ tasks: 3 });
  assertNoStarvation(recording, limits, new Error(kind + order[0] + starved.length));
  const [inversion]: Inversion[] = recording.inversions();
  console.log(inversion?.ran.priority === "background", inversion?.waiting.overtakenBy);
  assertNoInversions(recording);
  recording.stop();
  const watched = record({ warn: "starvation=10,long-task=20ms" });
  const warnings: RecordedWarning[] = watched.warnings();
  assertNoWarnings(watched, warnings.map(({ id, message, places: [place], count }) => id + message + place + count)[0]);
  record({ warn: true });
  // @ts-expect-error It is a list as text.
  record({ warn: ["starvation"] });

  // @ts-expect-error A limit must be given.
  assertNoStarvation(recording, {});
  // @ts-expect-error This priority does not exist.
  recording.waits().urgent;
  // @ts-expect-error What was recorded does not change.
  task!.label = "other";
  // @ts-expect-error The parameters stay the same.
  add("1", 2);
  // @ts-expect-error Labels are strings.
  assertOrder(recording, [1]);
});

describe("explored tests", () => {
  it("have choices", { explore: { runs: 100, orders: "standard" } }, async t => {
    const answer: number = (await t.explore?.arrives(42)) ?? 42;
    await t.explore?.arrives.reject(new Error('no server'), { label: 'server' }).catch(() => {});
    const choice: number = t.explore?.choose(answer) ?? 0;
    await t.test("and subtests", { explore: 10 }, async t => void await t.clock.advance(choice));
    // @ts-expect-error It may not exist.
    t.explore.choose(2);
  });
  // @ts-expect-error These orders do not exist.
  it("needs known orders", { explore: { orders: "all" } }, () => {});
  // @ts-expect-error Only these three are possible.
  it("needs a known treatment", { leftovers: "allow" }, () => {});
});
