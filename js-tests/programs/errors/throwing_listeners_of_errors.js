// An exception that is thrown while another one is reported does not cause endless reports.
addEventListener('error', () => { throw new Error('in the error listener'); });
addEventListener('unhandledrejection', () => { throw new Error('in the unhandledrejection listener'); });
Promise.reject(new Error('rejected'));
reportError(new Error('reported'));
