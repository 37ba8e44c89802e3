const a = true;
# this runs later
setTimeout(() => {}, 1);
