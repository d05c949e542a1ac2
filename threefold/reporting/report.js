// Tables sort by their headings, which are buttons, so that a keyboard reaches them; a cell's data-v is what is compared.
// The filter hides the rows that do not contain all the words typed.
for (const table of document.querySelectorAll('table.sortable')) {
  const body = table.tBodies[0];
  const value = (row, column) => {
    const cell = row.cells[column], text = cell.dataset.v ?? cell.textContent.trim(), number = Number(text);
    return text === '' ? [2, 0] : Number.isNaN(number) ? [1, text] : [0, number];
  };
  table.querySelectorAll('th button').forEach((button, column) => button.addEventListener('click', () => {
    const heading = button.parentElement, down = heading.getAttribute('aria-sort') === 'ascending';
    for (const other of heading.parentElement.children) other.removeAttribute('aria-sort');
    heading.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    const rows = [...body.rows].map((row, place) => [value(row, column), place, row]);
    rows.sort(([[k, a], i], [[l, b], j]) => k - l || (a < b ? -1 : a > b ? 1 : 0) * (down ? -1 : 1) || i - j);
    body.append(...rows.map(([, , row]) => row));
  }));
}
for (const input of document.querySelectorAll('input[type=search]')) {
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
