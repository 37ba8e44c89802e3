throw new Error('this is not a test file');
