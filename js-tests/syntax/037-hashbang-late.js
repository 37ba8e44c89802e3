// Runs the tasks.
#!/usr/bin/env posttask
console.log(1);
