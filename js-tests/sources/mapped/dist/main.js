import { Queue } from './queue';
const queue = new Queue();
scheduler.postTask(() => {
    queue.fail('posted');
});
setTimeout(function later() {
    queue.fail('set');
});
try {
    queue.fail('called');
}
catch (error) {
    console.log(error.stack);
}
//# sourceMappingURL=main.js.map