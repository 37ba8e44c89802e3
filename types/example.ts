// Code that posttask.d.ts must accept or reject. types/check.sh only type-checks it; it is never run.
export {};

const answer: number = await scheduler.postTask(() => 42);
const later: string = await scheduler.postTask(async () => "later", { priority: "background", delay: 10 });
await scheduler.yield();
await scheduler.yield({ priority: "user-blocking" });
await scheduler.yield({ signal: "inherit", priority: "inherit" });

const controller = new TaskController({ priority: "user-visible" });
controller.setPriority("background");
await scheduler.yield({ signal: controller.signal });
const sources = [controller.signal, AbortSignal.timeout(1000)];
const both: TaskSignal = TaskSignal.any(sources, { priority: controller.signal });
both.addEventListener("prioritychange", event => console.log(event.previousPriority, answer, later, scriptArgs[0]));

// @ts-expect-error This priority does not exist.
await scheduler.postTask(() => 1, { priority: "urgent" });
// @ts-expect-error Only yield() can inherit a signal.
await scheduler.postTask(() => 1, { signal: "inherit" });
// @ts-expect-error The result is a number, not a string.
const wrong: string = await scheduler.postTask(() => 1);
// @ts-expect-error The arguments are read-only.
scriptArgs.push(wrong);
