// What posttask.d.ts must accept, and what it must not. types/check.sh has TypeScript look at it; nothing runs it.
export {};

const answer: number = await scheduler.postTask(() => 42);
const later: string = await scheduler.postTask(async () => "later", { priority: "background", delay: 10 });
await scheduler.yield();
await scheduler.yield({ priority: "user-blocking" });
await scheduler.yield({ signal: "inherit", priority: "inherit" });

const controller = new TaskController({ priority: "user-visible" });
controller.setPriority("background");
await scheduler.yield({ signal: controller.signal });
const both: TaskSignal = TaskSignal.any([controller.signal, AbortSignal.timeout(1000)], { priority: controller.signal });
both.addEventListener("prioritychange", event => console.log(event.previousPriority, answer, later, scriptArgs[0]));

// @ts-expect-error There is no such priority.
await scheduler.postTask(() => 1, { priority: "urgent" });
// @ts-expect-error An inherited signal is for yield only.
await scheduler.postTask(() => 1, { signal: "inherit" });
// @ts-expect-error The result is a number.
const wrong: string = await scheduler.postTask(() => 1);
// @ts-expect-error Nobody writes to the arguments.
scriptArgs.push(wrong);
