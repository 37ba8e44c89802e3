export class Queue {
    #items = [];
    fail(value) {
        this.#items.push({ value });
        throw new RangeError(`failed: ${value}`);
    }
}
//# sourceMappingURL=queue.js.map