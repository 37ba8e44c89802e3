const state = { done: false };
if (state.done = ) {
  stop();
}
