// needs: intent
// depth: 1
// fails: the reading task takes 4 ms or more (or the expiry falls due in another way), so the expiry timer runs
//   between the check and the background task that uses the entry.
class Cache {
  constructor(timeToLive) {
    this.timeToLive = timeToLive;
    this.entries = new Map();
    this.statistics = { hits: 0, misses: 0, expired: 0 };
  }

  has(key) {
    const known = this.entries.has(key);
    this.statistics[known ? 'hits' : 'misses']++;
    return known;
  }

  get(key) {
    return this.entries.get(key)?.value;
  }

  set(key, value) {
    const previous = this.entries.get(key);
    if (previous) clearTimeout(previous.timer);
    const timer = setTimeout(() => this.expire(key), this.timeToLive);
    this.entries.set(key, { value, timer });
  }

  expire(key) {
    this.entries.delete(key);
    this.statistics.expired++;
  }
}

const cache = new Cache(40);

function fetchUser(id) {
  return scheduler.postTask(() => ({ id, name: `user ${id}`, roles: ['reader'] }), { delay: 8 });
}

async function load(id) {
  const user = await fetchUser(id);
  cache.set(id, user);
  return user;
}

async function greet(id) {
  if (!cache.has(id)) await load(id);
  return scheduler.postTask(() => {
    const user = cache.get(id);
    if (!user) throw new Error(`user ${id} was in the cache, but is gone`);
    return `hello, ${user.name}`;
  }, { priority: 'background' });
}

async function visit(id) {
  const greetings = [await greet(id)];
  await new Promise(resolve => setTimeout(resolve, 36));
  greetings.push(await greet(id));
  await new Promise(resolve => setTimeout(resolve, 100));
  greetings.push(await greet(id));
  return greetings;
}

visit(7).then(greetings => {
  const { hits, misses, expired } = cache.statistics;
  console.log(`${greetings.length} greetings, ${hits} hits, ${misses} misses, ${expired} expired`);
});
