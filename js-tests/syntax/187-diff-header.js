const n = 1;
@@ -1,3 +1,4 @@
const m = 2;
