throw new Error('this file is left out');
