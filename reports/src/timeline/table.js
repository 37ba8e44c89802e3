// table.js: all work as a table, in pages of 200 rows.

const PAGE = 200;
const table = { visible: false, page: 0, sort: 'ran', descending: false, onlyHits: false, rows: null };

/** The columns: a title, a number to sort by, and the text of a cell. */
const COLUMNS = [
  { key: 'number', title: '#', number: (o) => (i) => o.id[i], text: (o, i) => o.numberOf(i) },
  { key: 'order', title: 'Order', number: (o) => () => o.number, text: (o) => o.name },
  { key: 'name', title: 'Name', number: (o) => byText(o, o.title), text: (o, i) => o.text(o.title[i]) },
  { key: 'kind', title: 'Kind', number: (o) => byText(o, o.kind), text: (o, i) => o.text(o.kind[i]) },
  { key: 'priority', title: 'Priority', number: (o) => (i) => (o.priority[i] < 0 ? 3 : o.priority[i]),
    text: (o, i) => PRIORITIES[o.priority[i]] ?? '' },
  { key: 'scheduled', title: 'Scheduled', numeric: true, number: (o) => (i) => o.scheduled[i],
    text: (o, i) => formatTime(o.scheduled[i]) },
  { key: 'waited', title: 'Waited', numeric: true, number: (o) => (i) => o.waitOf(i),
    text: (o, i) => formatDuration(o.waitOf(i)) },
  { key: 'ran', title: 'Ran at', numeric: true, number: (o) => (i) => (o.rank[i] < 0 ? NaN : o.started[i]),
    text: (o, i) => formatTime(o.started[i]) },
  { key: 'duration', title: 'Ran for', numeric: true, number: (o) => (i) => o.durationOf(i),
    text: (o, i) => formatDuration(o.durationOf(i)) },
  { key: 'result', title: 'Result', number: (o) => (i) => o.how[i], text: (o, i) => o.endingOf(i) },
  { key: 'place', title: 'Place', number: (o) => byText(o, o.place), text: (o, i) => o.placeOf(i) },
  { key: 'by', title: 'Scheduled by', number: (o) => (i) => (o.by[i] < 0 ? NaN : o.id[o.by[i]]),
    text: (o, i) => (o.by[i] < 0 ? '' : o.numberOf(o.by[i])) },
];

/** Sorts by text: the strings of both orders get ranks, so that numbers are compared. */
function byText(order, column) {
  textRanks ??= rankTexts();
  const ranks = textRanks[order.number];
  return (i) => (column[i] < 0 ? NaN : ranks[column[i]]);
}

let textRanks = null;

function rankTexts() {
  const short = state.data.orders.map(({ strings }) => strings.map((text) => text.slice(0, 200)));
  const { compare } = new Intl.Collator('en', { numeric: true });
  const all = [...new Set(short.flat())].sort(compare);
  const rank = new Map(all.map((text, place) => [text, place]));
  return short.map((texts) => texts.map((text) => rank.get(text)));
}

function shownColumns() {
  return COLUMNS.filter(({ key }) => key !== 'order' || state.sections.length > 1);
}

/** All rows in their order: pairs of an order and an index, as one number. */
function sortedRows() {
  if (table.rows) return table.rows;
  const { orders } = state.data;
  const column = COLUMNS.find(({ key }) => key === table.sort);
  const offsets = [0, orders[0]?.count ?? 0];
  const total = orders.reduce((sum, { count }) => sum + count, 0);
  const keys = new Float64Array(total);
  orders.forEach((order, number) => {
    const value = column.number(order);
    for (let i = 0; i < order.count; i += 1) keys[offsets[number] + i] = value(i);
  });
  const sequence = orders.flatMap((order, number) => Array.from(sequenceOf(order), (i) => i + offsets[number]));
  const wanted = table.onlyHits && state.search
    ? sequence.filter((row) => state.search.flags[row < offsets[1] ? 0 : 1][row < offsets[1] ? row : row - offsets[1]])
    : sequence;
  const sign = table.descending ? -1 : 1;
  // What has no value comes last. The sort is stable.
  table.rows = wanted.sort((a, b) => {
    const difference = (keys[a] - keys[b]) * sign;
    return Number.isNaN(difference) ? Number(Number.isNaN(keys[a])) - Number(Number.isNaN(keys[b])) : difference;
  });
  return table.rows;
}

function workOfRow(row) {
  const first = state.data.orders[0].count;
  return row < first ? { section: state.sections[0], i: row } : { section: state.sections[1], i: row - first };
}

function refreshTable() {
  table.rows = null;
  table.page = 0;
  if (table.visible) fillTable();
}

function toggleTable() {
  table.visible = !table.visible;
  document.getElementById('table-panel').hidden = !table.visible;
  document.getElementById('show-table').setAttribute('aria-pressed', String(table.visible));
  if (table.visible) {
    goToSelectedPage();
    fillTable();
    document.getElementById('table').focus();
  } else {
    canvas.focus();
  }
  resizeNow();
}

function fillTable() {
  const rows = sortedRows();
  const pages = Math.max(1, Math.ceil(rows.length / PAGE));
  table.page = Math.min(Math.max(table.page, 0), pages - 1);
  const shown = rows.slice(table.page * PAGE, (table.page + 1) * PAGE);
  document.getElementById('table-head').replaceChildren(headRow());
  document.getElementById('table-rows').replaceChildren(...shown.map(bodyRow));
  const format = new Intl.NumberFormat('en').format;
  const first = rows.length === 0 ? 0 : table.page * PAGE + 1;
  document.getElementById('page-number').textContent =
    `${format(first)}–${format(table.page * PAGE + shown.length)} of ${format(rows.length)}`;
  document.getElementById('previous-page').disabled = table.page === 0;
  document.getElementById('next-page').disabled = table.page === pages - 1;
  document.getElementById('only-hits').disabled = !state.search;
}

function headRow() {
  const cells = shownColumns().map(({ key, title, numeric }) => {
    const sorted = key === table.sort;
    const arrow = sorted ? (table.descending ? ' ▼' : ' ▲') : '';
    const button = element('button', { type: 'button' }, title, arrow);
    button.dataset.key = key;
    const cell = element('th', { scope: 'col', className: numeric ? 'numeric' : '' }, button);
    if (sorted) cell.setAttribute('aria-sort', table.descending ? 'descending' : 'ascending');
    return cell;
  });
  return element('tr', {}, ...cells);
}

function bodyRow(row) {
  const { section, i } = workOfRow(row);
  const { order } = section;
  const cells = shownColumns().map(({ text, numeric, key }) => {
    const content = shorten(text(order, i), 100);
    if (key !== 'number') return element('td', { className: numeric ? 'numeric' : '' }, content);
    const button = element('button', { type: 'button', className: 'link' }, content);
    return element('th', { scope: 'row' }, button);
  });
  const result = element('tr', {}, ...cells);
  result.dataset.row = row;
  if (isSame(state.selected, section, i)) result.setAttribute('aria-current', 'true');
  return result;
}

function goToSelectedPage() {
  const { selected } = state;
  if (!selected || selected.mark !== undefined) return;
  const offset = selected.section.order.number > 0 ? state.data.orders[0].count : 0;
  const place = sortedRows().indexOf(selected.i + offset);
  if (place >= 0) table.page = Math.floor(place / PAGE);
}

/** Marks the row of what is selected, after the selection has changed elsewhere. */
function showSelectedRow() {
  if (!table.visible) return;
  for (const row of document.querySelectorAll('#table-rows tr')) {
    const { section, i } = workOfRow(Number(row.dataset.row));
    if (isSame(state.selected, section, i)) {
      row.setAttribute('aria-current', 'true');
      row.scrollIntoView({ block: 'nearest' });
    } else {
      row.removeAttribute('aria-current');
    }
  }
}

function turnPage(pages) {
  table.page += pages;
  fillTable();
  document.getElementById('table-scroll').scrollTop = 0;
}

function sortTable(key) {
  table.descending = key === table.sort && !table.descending;
  table.sort = key;
  refreshTable();
  document.querySelector(`#table-head [data-key="${key}"]`).focus();
}

function listenToTable() {
  document.getElementById('table-head').addEventListener('click', ({ target }) => {
    const key = target.closest('button')?.dataset.key;
    if (key) sortTable(key);
  });
  document.getElementById('table-rows').addEventListener('click', ({ target }) => {
    const row = target.closest('tr');
    if (!row) return;
    const { section, i } = workOfRow(Number(row.dataset.row));
    select(section, i);
  });
  document.getElementById('previous-page').addEventListener('click', () => turnPage(-1));
  document.getElementById('next-page').addEventListener('click', () => turnPage(1));
  document.getElementById('close-table').addEventListener('click', toggleTable);
  document.getElementById('only-hits').addEventListener('change', ({ target }) => {
    table.onlyHits = target.checked;
    refreshTable();
  });
}
