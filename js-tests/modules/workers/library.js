const fromLibrary = 1;
