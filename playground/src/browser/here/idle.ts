// Idle callbacks in a frame that has a process of its own.

/**
 * Makes idle callbacks run. Chromium starts an idle period after an animation frame, or when it learns that none will
 * come, which it does not ask for in a process without a top-level page: there, idle callbacks may wait forever. So
 * animation frames are requested as long as idle callbacks wait.
 */
export function keepIdlePeriods(window: Window): void {
  const { requestIdleCallback, cancelIdleCallback, requestAnimationFrame } = window;
  const waiting = new Set<number>();
  let isRequested = false;
  const requestFrame = () => {
    isRequested ||= requestAnimationFrame(() => {
      isRequested = false;
      if (waiting.size > 0) requestFrame();
    }) > 0;
  };
  window.requestIdleCallback = (callback, ...options) => {
    // The browser refuses it.
    if (typeof callback !== 'function') return requestIdleCallback(callback, ...options);
    const handle = requestIdleCallback(deadline => {
      waiting.delete(handle);
      callback(deadline);
    }, ...options);
    waiting.add(handle);
    requestFrame();
    return handle;
  };
  window.cancelIdleCallback = handle => {
    waiting.delete(handle);
    cancelIdleCallback(handle);
  };
}
