// What the global object of a worker has besides the harness.
self.GLOBAL = { isWindow: () => false, isWorker: () => true, isShadowRealm: () => false };
self.fetch_json = async input => (await fetch(input)).json();
