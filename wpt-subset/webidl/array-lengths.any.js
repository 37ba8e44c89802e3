// META: title=The length of an array, which is set by one place in the source text
test(() => {
  const clear = array => { array.length = 0; };
  for (let n = 0; n < 3; n++) {
    const array = [1, 2, 3];
    clear(array);
    assert_array_equals(array, [], 'it is empty');
    assert_false(0 in array, 'it has no elements');
  }
}, 'Elements are removed each time');
