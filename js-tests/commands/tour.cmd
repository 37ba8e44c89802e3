run --virtual-time ../../examples/tour.js
