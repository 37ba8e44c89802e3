// An exception thrown while one is reported does not report itself for ever.
addEventListener('error', () => { throw new Error('in the error listener'); });
addEventListener('unhandledrejection', () => { throw new Error('in the unhandledrejection listener'); });
Promise.reject(new Error('rejected'));
reportError(new Error('reported'));
