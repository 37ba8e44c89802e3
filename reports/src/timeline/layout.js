// layout.js: divides work into lanes and packs it into rows, so that nothing in a row overlaps.

/** The height of a row and of the bars in it. Two orders have less room. */
const rowSize = { height: 22, bar: 17 };
const DEEP_LANE = 72;
const LANE_GAP = 7;
const MOST_ROWS = 24;
const MOST_ITEMS = 1500;
const MOST_LANES = 20;
const LABELED = 400;
const LABEL_WIDTH = 1 / 8;

/** A binary heap of numbers with a value each; the smallest number is on top. */
class Heap {
  keys = [];
  values = [];

  get size() {
    return this.keys.length;
  }

  push(key, value) {
    const { keys, values } = this;
    let i = keys.length;
    while (i > 0) {
      const parent = (i - 1) >>> 1;
      if (keys[parent] <= key) break;
      keys[i] = keys[parent];
      values[i] = values[parent];
      i = parent;
    }
    keys[i] = key;
    values[i] = value;
  }

  pop() {
    const { keys, values } = this;
    const result = values[0];
    const key = keys.pop();
    const value = values.pop();
    const size = keys.length;
    if (size === 0) return result;
    let i = 0;
    for (let child = 1; child < size; child = 2 * i + 1) {
      if (child + 1 < size && keys[child + 1] < keys[child]) child += 1;
      if (keys[child] >= key) break;
      keys[i] = keys[child];
      values[i] = values[child];
      i = child;
    }
    keys[i] = key;
    values[i] = value;
    return result;
  }
}

/** One lane: the work of one priority, or of one kind. */
class Lane {
  constructor(section, { label, category, items }) {
    this.section = section;
    this.label = label;
    this.category = category;
    const { start } = section;
    this.items = sortedBy(start, items);
    this.pack();
    this.deep = this.rows > MOST_ROWS || this.items.length > MOST_ITEMS;
    this.folded = this.deep;
    const { order } = section;
    this.runs = sortedBy(order.started, this.items.filter((i) => order.hasStarted(i)));
  }

  get height() {
    return this.folded ? DEEP_LANE : this.rows * rowSize.height;
  }

  /** Puts each piece of work into the first row that is free; `members` lists the rows one after the other. */
  pack() {
    const { start, end, rowOf, room } = this.section;
    const busy = new Heap();
    const free = new Heap();
    let rows = 0;
    for (const i of this.items) {
      while (busy.size > 0 && busy.keys[0] <= start[i]) {
        const row = busy.pop();
        free.push(row, row);
      }
      const row = free.size > 0 ? free.pop() : rows;
      if (row === rows) rows += 1;
      rowOf[i] = row;
      busy.push(Math.max(end[i], start[i] + room), row);
    }
    this.rows = Math.max(rows, 1);
    this.listRows();
  }

  listRows() {
    const { rowOf } = this.section;
    this.rowStart = new Uint32Array(this.rows + 1);
    for (const i of this.items) this.rowStart[rowOf[i] + 1] += 1;
    for (let row = 0; row < this.rows; row += 1) this.rowStart[row + 1] += this.rowStart[row];
    this.members = new Uint32Array(this.items.length);
    const next = this.rowStart.slice();
    for (const i of this.items) {
      this.members[next[rowOf[i]]] = i;
      next[rowOf[i]] += 1;
    }
  }

  /** How much work was waiting or running over time: the coordinates of the changes, and the number after each. */
  get depth() {
    this.cachedDepth ??= measureDepth(this.items, this.section);
    return this.cachedDepth;
  }
}

function measureDepth(items, { start, end }) {
  const starts = Float64Array.from(items, (i) => start[i]).sort();
  const ends = Float64Array.from(items, (i) => end[i]).sort();
  const at = new Float64Array(starts.length + ends.length);
  const count = new Uint32Array(at.length);
  let most = 1;
  for (let i = 0, s = 0, e = 0; i < at.length; i += 1) {
    if (s < starts.length && starts[s] <= ends[e]) s += 1;
    else e += 1;
    at[i] = Math.max(s > 0 ? starts[s - 1] : 0, e > 0 ? ends[e - 1] : 0);
    count[i] = s - e;
    most = Math.max(most, s - e);
  }
  return { at, count, most };
}

/** The lane of a piece of work: a key, a label, and the number by which lanes are sorted. Each worker has its own. */
function laneNames(order) {
  const { category } = order;
  const rank = [0, 1, 2, 3, 4, 5, 6, 7];
  return (i) => {
    const known = category[i];
    const worker = order.worker[i];
    const inWorker = (label) => (worker < 0 ? label : `${order.text(worker)}: ${label}`);
    const first = 10 * (worker + 1);
    if (known !== OTHER) {
      return { key: `${worker}c${known}`, label: inWorker(CATEGORY_NAMES[known]), rank: first + rank[known] };
    }
    const kind = order.text(order.kind[i]) || 'other work';
    return { key: `${worker}k${kind}`, label: inWorker(kind), rank: first + rank[OTHER] };
  };
}

function divideIntoLanes(order) {
  const nameOf = laneNames(order);
  const lanes = new Map();
  const laneOfKind = new Map();
  for (let i = 0; i < order.count; i += 1) {
    const kind = order.category[i] === OTHER ? order.kind[i] + 1 : 0;
    const cacheKey = `${order.category[i]} ${kind} ${order.worker[i]}`;
    let lane = laneOfKind.get(cacheKey);
    if (!lane) {
      const tooMany = lanes.size >= MOST_LANES && order.category[i] === OTHER;
      const { key, label, rank } = tooMany ? { key: 'rest', label: 'other work', rank: Infinity } : nameOf(i);
      lane = lanes.get(key) ?? { label, rank, category: order.category[i], items: [] };
      lanes.set(key, lane);
      laneOfKind.set(cacheKey, lane);
    }
    lane.items.push(i);
  }
  const list = [...lanes.values()].sort((a, b) => a.rank - b.rank);
  return list.map((lane) => ({ ...lane, items: Uint32Array.from(lane.items) }));
}

/** One order on the screen: its coordinates, its lanes, and where it is. */
class Section {
  constructor(order, scale) {
    this.order = order;
    this.scale = scale;
    this.scroll = 0;
    this.origin = 0;
    this.placeTimes();
    this.rowOf = new Uint32Array(order.count);
    this.laneOf = new Array(order.count);
    this.room = order.count <= LABELED ? scale.length * LABEL_WIDTH : scale.length * 1e-9;
    this.lanes = divideIntoLanes(order).map((lane) => new Lane(this, lane));
    for (const lane of this.lanes) for (const i of lane.items) this.laneOf[i] = lane;
    this.markRows = this.divideMarks();
    this.placeLanes();
  }

  placeTimes() {
    const { order, scale } = this;
    const { marks, checkpoints } = order;
    this.start = scale.convert(order.scheduled);
    this.ready = scale.convert(order.ready);
    this.run = scale.convert(order.started);
    this.end = scale.convert(order.ended).slice();
    for (let i = 0; i < this.end.length; i += 1) if (Number.isNaN(this.end[i])) this.end[i] = scale.length;
    this.markAt = scale.convert(marks.at);
    this.checkpointStart = scale.convert(checkpoints.start);
    this.checkpointEnd = scale.convert(checkpoints.end);
  }

  /** Marks have up to three rows: what went wrong, what signals did, and what the program marked. */
  divideMarks() {
    const { marks } = this.order;
    const rowOfKind = [0, 0, 1, 1, 2, 2, 2, 2];
    const rows = ['problems', 'signals', 'marks'].map((label) => ({ label, groups: [] }));
    const counts = new Uint32Array(OTHER_MARK + 1);
    for (const kind of marks.kind) counts[kind] += 1;
    for (let kind = OTHER_MARK; kind >= 0; kind -= 1) {
      if (counts[kind] === 0) continue;
      const members = indexesWhere(marks.count, (m) => marks.kind[m] === kind);
      rows[rowOfKind[kind]].groups.push({ kind, members });
    }
    return rows.filter((row) => row.groups.length > 0);
  }

  placeLanes() {
    let top = LANE_GAP;
    for (const lane of this.lanes) {
      lane.top = top;
      top += lane.height + LANE_GAP;
    }
    this.contentHeight = top;
  }

  /** Where the middle of a piece of work is in the content; it may be in a folded lane. */
  middleOf(i) {
    const lane = this.laneOf[i];
    return lane.folded ? lane.top + lane.height - 8 : lane.top + this.rowOf[i] * rowSize.height + rowSize.height / 2;
  }
}
