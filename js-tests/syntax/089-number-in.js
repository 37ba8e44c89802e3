const list = [1];
if (3in list) run();
