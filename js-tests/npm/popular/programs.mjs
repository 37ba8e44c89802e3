// State, asynchrony, reactive programs, views, games and geometry.

import { use } from './use.mjs';

const sleep = (ms, value) => new Promise(done => setTimeout(done, ms, value));

use('async', async lib => [
  await lib.mapLimit([3, 1, 2], 2, async x => (await sleep(x), x * 2)),
  await lib.auto({ a: async () => 1, b: ['a', async ({ a }) => a + 1] }),
  await lib.waterfall([async () => 1, async x => x + 1]),
  await lib.retry(
    { times: 3, interval: 1 },
    (() => {
      let n = 0;
      return async () => {
        if (++n < 3) throw n;
        return n;
      };
    })(),
  ),
]);
use('p-map', async pMap => pMap([3, 1, 2], async x => (await sleep(x), x * 2), { concurrency: 2 }));
use('p-retry', async pRetry => {
  let n = 0;
  return pRetry(
    async () => {
      if (++n < 3) throw new Error('x');
      return n;
    },
    { minTimeout: 1 },
  );
});
use('p-timeout', async pTimeout => pTimeout(sleep(1000), { milliseconds: 5 }).catch(e => e.name));
use('p-debounce', async pDebounce => {
  const f = pDebounce(async x => x * 2, 5);
  return Promise.all([f(1), f(2), f(3)]);
});
use('bluebird', async Bluebird => [
  await Bluebird.map([1, 2, 3], x => Bluebird.delay(1, x * 2), { concurrency: 2 }),
  await Bluebird.reduce([1, 2], (a, b) => a + b, 0),
  await Bluebird.reject(new TypeError('t')).catch(TypeError, e => e.message),
  await Bluebird.coroutine(function* () {
    return (yield Bluebird.resolve(1)) + 1;
  })(),
  await Bluebird.try(() => {
    throw new RangeError('r');
  })
    .timeout(50)
    .catch(e => e.name),
]);
use('q', async Q => [
  await Q.all([1, Q.delay(1).thenResolve(2)]),
  await Q.fcall(() => {
    throw new Error('q');
  }).fail(e => e.message),
  (await Q.allSettled([Q.reject(1)]))[0].state,
]);
use('eventemitter2', ({ EventEmitter2 }) => {
  const log = [],
    e = new EventEmitter2({ wildcard: true });
  e.on('a.*', function (x) {
    log.push([this.event, x]);
  });
  e.once('a.b', x => log.push(x));
  e.emit('a.b', 1);
  e.emit('a.c', 2);
  return log;
});
use('events', ({ EventEmitter }) => {
  const log = [],
    e = new EventEmitter();
  e.once('x', v => log.push('once', v));
  e.prependListener('x', v => log.push('first', v));
  return [e.emit('x', 1), e.emit('x', 2), e.listenerCount('x'), log];
});
use('redux', ({ createStore, combineReducers, applyMiddleware }) => {
  const reducer = combineReducers({
    n: (s = 0, a) => (a.type === 'add' ? s + a.by : s),
    log: (s = [], a) => [...s, a.type.slice(0, 3)],
  });
  const store = createStore(
    reducer,
    applyMiddleware(
      ({ dispatch }) =>
        next =>
        a =>
          typeof a === 'function' ? a(dispatch) : next(a),
    ),
  );
  store.dispatch(d => d({ type: 'add', by: 5 }));
  return store.getState().n;
});
use('@reduxjs/toolkit', async ({ createSlice, configureStore, createAsyncThunk, createEntityAdapter }) => {
  const get = createAsyncThunk('get', async x => sleep(1, x * 2));
  const slice = createSlice({
    name: 's',
    initialState: { n: 0, list: [] },
    reducers: {
      add: (s, { payload }) => {
        s.n += payload;
        s.list.push(payload);
      },
    },
    extraReducers: b =>
      b.addCase(get.fulfilled, (s, a) => {
        s.n = a.payload;
      }),
  });
  const store = configureStore({ reducer: slice.reducer, devTools: false });
  store.dispatch(slice.actions.add(3));
  const before = store.getState();
  await store.dispatch(get(21));
  return [
    before,
    store.getState(),
    createEntityAdapter().addMany(createEntityAdapter().getInitialState(), [{ id: 1 }]),
  ];
});
use('reselect', ({ createSelector }) => {
  const s = createSelector([x => x.a, x => x.b], (a, b) => a + b);
  return [s({ a: 1, b: 2 }), s({ a: 1, b: 2 }), s.recomputations()];
});
use('mobx', ({ makeAutoObservable, autorun, observable, computed, runInAction, reaction, toJS }) => {
  const log = [];
  class Store {
    list = [1];
    constructor() {
      makeAutoObservable(this);
    }
    get sum() {
      return this.list.reduce((a, b) => a + b, 0);
    }
    add(x) {
      this.list.push(x);
    }
  }
  const store = new Store();
  autorun(() => log.push(store.sum));
  store.add(4);
  const map = observable.map({ a: 1 });
  reaction(
    () => map.get('a'),
    v => log.push('a' + v),
  );
  runInAction(() => {
    map.set('a', 2);
    map.set('a', 3);
  });
  return [log, computed(() => store.sum * 2).get(), toJS(store.list), observable({ x: { y: 1 } })];
});
use('zustand/vanilla', ({ createStore }) => {
  const store = createStore((set, get) => ({
    n: 1,
    add: () => set(s => ({ n: s.n + 1 })),
    twice: () => get().n * 2,
  }));
  store.getState().add();
  return [store.getState().n, store.getState().twice()];
});
use('jotai/vanilla', async ({ atom, createStore }) => {
  const store = createStore(),
    n = atom(1),
    twice = atom(get => get(n) * 2),
    log = [];
  store.sub(twice, () => log.push(store.get(twice)));
  store.set(n, 5);
  return [log, await store.get(atom(async get => get(twice) + 1))];
});
use('valtio/vanilla', async ({ proxy, subscribe, snapshot }) => {
  const state = proxy({ n: 0, list: [{ a: 1 }] }),
    log = [];
  subscribe(state, ops => log.push(ops.length));
  state.n++;
  state.list[0].a = 2;
  await sleep(1);
  return [log, snapshot(state), Object.isFrozen(snapshot(state))];
});
use('nanostores', ({ atom, map, computed }) => {
  const n = atom(1),
    m = map({ a: 1 }),
    log = [];
  computed([n, m], (a, b) => a + b.a).subscribe(v => log.push(v));
  n.set(2);
  m.setKey('a', 5);
  return log;
});
use('effector', ({ createStore, createEvent, combine, createEffect, sample }) => {
  const add = createEvent(),
    $n = createStore(0).on(add, (s, x) => s + x),
    log = [];
  combine(
    $n,
    $n.map(x => x * 2),
    (a, b) => [a, b],
  ).watch(v => log.push(v));
  add(3);
  return log;
});
use('@preact/signals-core', ({ signal, computed, effect, batch }) => {
  const a = signal(1),
    b = computed(() => a.value * 2),
    log = [];
  effect(() => {
    log.push(b.value);
  });
  batch(() => {
    a.value = 2;
    a.value = 3;
  });
  return log;
});
use('solid-js/dist/solid.js', ({ createRoot, createSignal, createMemo, createEffect }) => {
  const log = [];
  createRoot(() => {
    const [n, set] = createSignal(1);
    const m = createMemo(() => n() * 10);
    log.push(m());
    set(2);
    log.push(m());
  });
  return log;
});
use('@vue/reactivity', ({ reactive, computed, effect, ref, toRaw }) => {
  const state = reactive({ list: [1, 2], map: new Map([['a', { b: 1 }]]) }),
    log = [];
  effect(() => log.push(state.list.length + state.map.get('a').b));
  state.list.push(3);
  state.map.get('a').b = 10;
  return [log, computed(() => state.list.at(-1)).value, ref(1).value, toRaw(state) === state];
});
use('vue', async ({ createSSRApp, h, ref, computed }) => {
  const { renderToString } = await import('vue/server-renderer');
  return renderToString(
    createSSRApp({
      setup() {
        const n = ref(2);
        const d = computed(() => n.value * 2);
        return () => h('p', { class: { a: 1 }, onClick() {} }, ['n', d.value, h('b', '<')]);
      },
    }),
  );
});
use('preact', async ({ h, Fragment }) => {
  const { renderToString } = await import('preact-render-to-string');
  const { useState } = await import('preact/hooks');
  const C = ({ a }) => {
    const [n] = useState(a);
    return h(Fragment, null, h('p', { class: 'x', style: { color: 'red' } }, n), '<', [1, null, true]);
  };
  return renderToString(h(C, { a: 5 }));
});
use(
  'htm',
  htm =>
    htm.bind((tag, props, ...children) => ({
      tag,
      props,
      children,
    }))`<div a=${1} ...${{ b: 2 }}>x<${'C'} /> ${[1]}</div>`,
);
use('lit-html', ({ html }) => html`<p>${1}</p>`.strings.raw);
use('mithril', m => JSON.stringify(m('div.a#b[c=d]', { key: 1 }, ['x', m('i', 2)])).length > 0);
use('@tanstack/query-core', async ({ QueryClient }) => {
  const client = new QueryClient();
  let calls = 0;
  const options = { queryKey: ['a', { b: 1 }], queryFn: () => sleep(1, ++calls), staleTime: 1000 };
  return [
    await client.fetchQuery(options),
    await client.fetchQuery(options),
    client.getQueryData(['a', { b: 1 }]),
    client.clear(),
  ];
});
use('@tanstack/table-core', ({ createTable, getCoreRowModel, getSortedRowModel }) => {
  const table = createTable({
    data: [{ a: 2 }, { a: 1 }],
    columns: [{ accessorKey: 'a' }],
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
    state: { sorting: [{ id: 'a', desc: false }], columnPinning: {} },
    onStateChange() {},
    renderFallbackValue: null,
  });
  return table.getRowModel().rows.map(r => r.getValue('a'));
});
use('yjs', Y => {
  const a = new Y.Doc(),
    b = new Y.Doc();
  a.clientID = 1;
  b.clientID = 2;
  a.getText('t').insert(0, 'hello');
  Y.applyUpdate(b, Y.encodeStateAsUpdate(a));
  b.getText('t').insert(5, ' world');
  b.getArray('l').push([1, { x: 2 }]);
  Y.applyUpdate(a, Y.encodeStateAsUpdate(b, Y.encodeStateVector(a)));
  return [a.getText('t').toString(), a.getArray('l').toJSON()];
});
use('kefir', async ({ sequentially, merge }) =>
  merge([sequentially(2, [1, 2]), sequentially(3, [10])])
    .scan((a, b) => a + b, 0)
    .toPromise(),
);
use('xstream', ({ Stream }) => {
  const log = [];
  Stream.from([1, 2, 3])
    .map(x => x * 2)
    .filter(x => x > 2)
    .fold((a, b) => a + b, 0)
    .addListener({ next: x => log.push(x), complete: () => log.push('end') });
  return [log];
});
use('flyd', flyd => {
  const f = flyd.default ?? flyd,
    a = f.stream(1),
    b = f.combine(x => x() * 2, [a]);
  a(5);
  return b();
});
use('fp-ts', async () => {
  const { pipe } = await import('fp-ts/lib/function.js');
  const O = await import('fp-ts/lib/Option.js');
  const A = await import('fp-ts/lib/Array.js');
  return pipe(
    [1, 2, 3],
    A.filterMap(x => (x > 1 ? O.some(x * 2) : O.none)),
    A.reduce(0, (a, b) => a + b),
  );
});
use('ts-pattern', ({ match, P }) =>
  [{ t: 'a', v: [1] }, { t: 'b' }].map(x =>
    match(x)
      .with({ t: 'a', v: [P.select()] }, v => v + 1)
      .with({ t: P.union('b', 'c') }, () => 'bc')
      .exhaustive(),
  ),
);
use('neverthrow', ({ ok, err, ResultAsync, Result }) => [
  ok(1)
    .map(x => x + 1)
    .unwrapOr(0),
  err('e').mapErr(e => e + '!').error,
  Result.combine([ok(1), ok(2)]).value,
]);
use('purify-ts', ({ Maybe, Either, Just, Left }) => [
  Maybe.fromNullable(null).orDefault(4),
  Just(2)
    .map(x => x * 2)
    .extract(),
  Either.encase(() => JSON.parse('{')).isLeft(),
  Left(1).toString(),
]);
use('tiny-invariant', invariant => {
  try {
    (invariant.default ?? invariant)(false, 'broken');
  } catch (e) {
    return e.message;
  }
});
use('statuses', s => [s(404), s.code['not found'], s.redirect[302]]);
use('cookie', ({ parse, serialize, parseCookie, stringifySetCookie }) => [
  (parse ?? parseCookie)('a=1; b=%20x; c="q"'),
]);
use('content-type', c => [
  c.parse('text/html; charset="utf-8"; a=b'),
  c.format({ type: 'a/b', parameters: { c: 'd e' } }),
]);
use('negotiator', N =>
  [new N({ headers: { accept: 'text/html;q=0.5, application/json', 'accept-language': 'en;q=0.8, de' } })].flatMap(
    n => [n.mediaTypes(), n.languages(['en', 'de'])],
  ),
);
use('hono', async ({ Hono }) => {
  const app = new Hono();
  app.get('/a/:id{[0-9]+}', c => c.json({ id: c.req.param('id'), q: c.req.query('q') }));
  app.notFound(c => c.text('nothing', 404));
  const answer = await app.request('/a/12?q=x');
  return [answer.status, await answer.text(), (await app.request('/b')).status];
});
use('itty-router', async ({ Router, json }) =>
  (
    await Router()
      .get('/a/:b', r => json({ b: r.params.b }))
      .fetch(new Request('http://x/a/7'))
  ).json(),
);
use('inversify', async ({ Container }) => {
  const container = new Container();
  container.bind('a').toConstantValue(5);
  container.bind('b').toDynamicValue(c => (c.get ?? c.container.get).call(c, 'a') + 1);
  return [container.get('b'), container.isBound('z')];
});
use('reflect-metadata', () => {
  class A {}
  Reflect.defineMetadata('k', 1, A, 'p');
  return [Reflect.getMetadata('k', A, 'p'), Reflect.hasMetadata('z', A)];
});
use('matter-js', Matter => {
  const { Engine, Bodies, Composite } = Matter,
    engine = Engine.create(),
    box = Bodies.rectangle(0, 0, 10, 10);
  Composite.add(engine.world, [box, Bodies.rectangle(0, 50, 100, 10, { isStatic: true })]);
  for (let i = 0; i < 60; i++) Engine.update(engine, 16);
  return [box.position.x, box.position.y.toFixed(6)];
});
use('cannon-es', ({ World, Body, Sphere, Plane, Vec3 }) => {
  const world = new World({ gravity: new Vec3(0, 0, -9.8) }),
    ball = new Body({ mass: 1, shape: new Sphere(1), position: new Vec3(0, 0, 5) });
  world.addBody(ball);
  world.addBody(new Body({ mass: 0, shape: new Plane() }));
  for (let i = 0; i < 60; i++) world.step(1 / 60);
  return ball.position.z.toFixed(9);
});
use('three', ({ Vector3, Matrix4, Quaternion, Euler, Color, BoxGeometry, Raycaster, Mesh, PerspectiveCamera }) => {
  const camera = new PerspectiveCamera(50, 2, 0.1, 100),
    ray = new Raycaster(new Vector3(0, 0, 5), new Vector3(0, 0, -1));
  camera.position.set(1, 2, 3);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();
  return [
    new Vector3(1, 2, 3).project(camera).toArray(),
    new Quaternion().setFromEuler(new Euler(1, 2, 3)).toArray(),
    new Color('teal').getHSL({}),
    ray.intersectObject(new Mesh(new BoxGeometry())).map(i => i.distance),
    new Matrix4().makeRotationX(1).determinant(),
  ];
});
use('@turf/turf', t => [
  t.distance(t.point([0, 0]), t.point([1, 1])),
  t.area(
    t.polygon([
      [
        [0, 0],
        [0, 1],
        [1, 1],
        [0, 0],
      ],
    ]),
  ),
  t.buffer(t.point([0, 0]), 1, { steps: 2 }).geometry.coordinates[0].length,
]);
use('topojson-client', ({ feature }) =>
  feature(
    {
      type: 'Topology',
      arcs: [
        [
          [0, 0],
          [1, 1],
        ],
      ],
      objects: { a: { type: 'LineString', arcs: [0] } },
      transform: { scale: [2, 2], translate: [1, 0] },
    },
    'a',
  ),
);
use('chess.js', ({ Chess }) => {
  const chess = new Chess();
  for (const move of ['e4', 'e5', 'Qh5', 'Nc6', 'Bc4', 'Nf6', 'Qxf7#']) chess.move(move);
  return [chess.fen(), chess.isCheckmate(), chess.pgn(), new Chess().moves().length];
});
