(function (condition, interval, timeout, setTimeout, clearTimeout) {
  return new Promise((resolve, reject) => {
    let cause, hasFailed = false, poll;
    const limit = setTimeout(() => {
      clearTimeout(poll);
      poll = null;
      reject(hasFailed ? new Error('waitFor() timed out', { cause }) : new Error('waitFor() timed out'));
    }, timeout);
    const check = async () => {
      try {
        const result = await condition();
        clearTimeout(limit);
        resolve(result);
      } catch (error) {
        cause = error;
        hasFailed = true;
        if (poll !== null) poll = setTimeout(check, interval);
      }
    };
    check();
  });
})
