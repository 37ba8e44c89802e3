run --warn=-long-task=5ms ../programs/modules/empty.js
