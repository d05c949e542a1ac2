// Tables sort by their headings, which are buttons, so that a keyboard reaches them; a cell's data-v is what is compared.
// The filter hides the rows that do not contain all the words typed.
const turned = (heading) => {  // marks the heading that is sorted by; true: downwards
  const down = heading.getAttribute('aria-sort') === 'ascending';
  for (const other of heading.parentElement.children) other.removeAttribute('aria-sort');
  heading.setAttribute('aria-sort', down ? 'descending' : 'ascending');
  return down;
};
for (const table of document.querySelectorAll('table.sortable')) {
  const body = table.tBodies[0];
  const value = (row, column) => {
    const cell = row.cells[column], text = cell.dataset.v ?? cell.textContent.trim(), number = Number(text);
    return text === '' ? [2, 0] : Number.isNaN(number) ? [1, text] : [0, number];
  };
  table.querySelectorAll('th button').forEach((button, column) => button.addEventListener('click', () => {
    const down = turned(button.parentElement);
    const rows = [...body.rows].map((row, place) => [value(row, column), place, row]);
    rows.sort(([[k, a], i], [[l, b], j]) => k - l || (a < b ? -1 : a > b ? 1 : 0) * (down ? -1 : 1) || i - j);
    body.append(...rows.map(([, , row]) => row));
  }));
}
for (const input of document.querySelectorAll('input[data-for]')) {
  const table = document.getElementById(input.dataset.for);
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of table.tBodies[0].rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      shown += !row.hidden;
    }
    input.nextElementSibling.textContent = ` ${shown} of ${table.tBodies[0].rows.length} rows`;
  });
}
// A long table is data: of each column its different entries, sorted, and for each row the place of its entry. Only the rows that
// are seen are in the document; two empty rows take the room of those above and below.
const UNITS = {'': 1, s: 1, ms: 1e-3, 'µs': 1e-6, mb: 1, gb: 1e3};
const COMPARED = {'<': (a, b) => a < b, '<=': (a, b) => a <= b, '>': (a, b) => a > b, '>=': (a, b) => a >= b, '=': (a, b) => a === b};
// What a filter accepts of a column: a comparison like `> 2`, `<= 50 ms` or `2..4` of its numbers, `= sat` only this text, else the
// texts with all the words.
function accepted(column, filter) {
  const number = String.raw`([\d.,]*\d(?:e-?\d+)?)\s*(µs|ms|s|mb|gb)?`, text = filter.trim().toLowerCase();
  const value = (digits, unit) => Number(digits.replaceAll(',', '')) * UNITS[unit ?? ''];
  const compared = column.numbers && text.match(new RegExp(`^(<=|>=|<|>|=)\\s*${number}$`));
  if (compared) {
    const wanted = value(compared[2], compared[3]), holds = COMPARED[compared[1]];
    return column.numbers.map((each) => each !== null && holds(each, wanted));
  }
  const range = column.numbers && text.match(new RegExp(`^${number}\\s*\\.\\.\\s*${number}$`));
  if (range) {
    const high = value(range[3], range[4]), low = value(range[1], range[2] ?? range[4]);
    return column.numbers.map((each) => each !== null && low <= each && each <= high);
  }
  if (text.startsWith('=')) return column.texts.map((each) => each.toLowerCase() === text.slice(1).trim());
  return has(column, text.split(/\s+/).filter(Boolean));
}
const has = (column, words) => column.lower.map((text) => words.every((word) => text.includes(word)));
for (const box of document.querySelectorAll('.data')) {
  const {rows, columns} = JSON.parse(box.querySelector('script').textContent);
  for (const column of columns) {
    column.lower = column.texts.map((text, place) => `${text} ${column.smalls?.[place] ?? ''}`.toLowerCase());
    column.at = column.cells === 0 ? () => 0 : (row) => column.cells[row];
  }
  const seen = box.querySelector('.seen'), table = box.querySelector('table'), body = table.tBodies[0];
  const [search, ...filters] = box.querySelectorAll('input'), output = box.querySelector('output');
  let shown = [...Array(rows).keys()], order = shown, height = 0, drawn = '';
  const cell = (column, row) => {
    const made = document.createElement('td'), place = column.at(row);
    made.textContent = column.texts[place];
    made.title = column.texts[place].length > 40 ? column.texts[place] : '';
    made.className = [column.kinds?.[place], column.left ? 'left' : ''].filter(Boolean).join(' ');
    if (column.smalls?.[place]) made.append(' ', Object.assign(document.createElement('small'), {textContent: column.smalls[place]}));
    return made;
  };
  const line = (row) => {
    const made = document.createElement('tr');
    made.append(...columns.map((column) => cell(column, row)));
    return made;
  };
  const gap = (lines) => {
    const made = document.createElement('tr');
    made.className = 'gap';
    made.append(document.createElement('td'));
    made.firstChild.colSpan = columns.length;
    made.firstChild.style.height = `${lines * height}px`;
    return made;
  };
  const draw = () => {
    height ||= measured();
    const room = Math.ceil(seen.clientHeight / height), middle = Math.floor(seen.scrollTop / height);
    const first = Math.max(0, Math.min(middle, shown.length - room) - 15), last = Math.min(shown.length, first + room + 30);
    if (drawn === `${first} ${last}`) return;
    drawn = `${first} ${last}`;
    body.replaceChildren(gap(first), ...shown.slice(first, last).map(line), gap(shown.length - last));
  };
  const measured = () => {
    body.replaceChildren(...shown.slice(0, 1).map(line));
    return body.rows[0]?.getBoundingClientRect().height || 24;
  };
  const filter = () => {
    const tests = columns.map((column, place) => [column, filters[place].value]).filter(([, text]) => text.trim());
    const allowed = tests.map(([column, text]) => [column, accepted(column, text)]);
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = words.map((word) => columns.map((column) => [column, has(column, [word])]).filter(([, which]) => which.includes(true)));
    shown = order.filter((row) => allowed.every(([column, which]) => which[column.at(row)])
      && found.every((some) => some.some(([column, which]) => which[column.at(row)])));
    output.textContent = tests.length || words.length ? ` ${shown.length.toLocaleString('en')} of ${rows.toLocaleString('en')} rows` : ` ${rows.toLocaleString('en')} rows`;
    table.setAttribute('aria-rowcount', shown.length + 2);
    drawn = '';
    draw();
  };
  table.querySelectorAll('th button').forEach((button, place) => button.addEventListener('click', () => {
    const sign = turned(button.parentElement) ? -1 : 1, at = columns[place].at;
    const empty = columns[place].texts.at(-1) === '' ? columns[place].texts.length - 1 : -1;
    const key = (row) => (at(row) === empty ? Infinity : sign * at(row));
    order = [...order].sort((a, b) => a - b).sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
    filter();
  }));
  for (const input of [search, ...filters]) input.addEventListener('input', () => { seen.scrollTop = 0; filter(); });
  seen.addEventListener('scroll', draw, {passive: true});
  addEventListener('resize', () => { height = 0; drawn = ''; draw(); });
  box.hidden = false;
  filter();
}
