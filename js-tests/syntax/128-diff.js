 const delay = 1;
-const priority = 'background';
+const priority = 'user-blocking';
 run(priority);
