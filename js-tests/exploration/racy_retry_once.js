// needs: intent
// depth: 2
// fails: in both attempts the reply (delay 10) is 6 ms or more late, so the timeout (15 ms), a timer of another
//   group, fires first; each lateness is a choice of its own.
function request(attempt) {
  return new Promise((resolve, reject) => {
    scheduler.postTask(() => resolve(`reply ${attempt}`), { delay: 10 });
    setTimeout(() => reject(new Error(`attempt ${attempt} timed out`)), 15);
  });
}
async function fetchPrice() {
  try {
    return await request(1);
  } catch {
    return await request(2);
  }
}
fetchPrice().then(price => console.log(price));
