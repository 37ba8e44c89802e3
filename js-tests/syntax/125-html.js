<!DOCTYPE html>
<html>
<body></body>
</html>
