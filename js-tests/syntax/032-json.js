{
  "name": "posttask",
  "version": "1.0.0"
}
