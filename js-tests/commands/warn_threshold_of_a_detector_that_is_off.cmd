run --warn=-long-task=5ms ../empty.js
