"""The look and the behaviour of report.html: everything is in the page, nothing comes over a network.

Tables sort by their headings, which are buttons, so that a keyboard reaches them; a cell's `data-v` is what is compared. The
filter hides rows that do not contain all the words typed.
"""

CSS = """
:root{color-scheme:light dark;
--ink:#1c1c1c;--paper:#fff;--faint:#e4e4e4;--soft:#f6f6f6;--link:#0b57a4;--good:#0b6b3a;--bad:#a40000}
@media(prefers-color-scheme:dark){:root{--ink:#e2e2e2;--paper:#161616;--faint:#3a3a3a;--soft:#202020;--link:#8ab4f8;
--good:#6fcf97;--bad:#ff8a80}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:72rem;padding:1rem;font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
h1{line-height:1.2}h2{margin-top:2.5rem;border-bottom:1px solid var(--faint)}
a{color:var(--link)}nav{display:flex;flex-wrap:wrap;gap:.2rem 1rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}
th,td{padding:.25rem .6rem;border-bottom:1px solid var(--faint);text-align:right;white-space:nowrap}
th:first-child,td:first-child,.left{text-align:left}
th{background:var(--soft);position:sticky;top:0}
th button{all:unset;cursor:pointer;font-weight:600}
th button:focus-visible{outline:2px solid var(--link);outline-offset:2px}
th[aria-sort=ascending] button::after{content:" ▲"}th[aria-sort=descending] button::after{content:" ▼"}
td.best{font-weight:700;color:var(--good)}td.bad{color:var(--bad)}td small{opacity:.75}
input[type=search]{font:inherit;padding:.3rem .5rem;width:min(100%,24rem);
margin:.5rem 0;color:inherit;background:var(--soft);border:1px solid var(--faint)}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,30rem),1fr));gap:1rem}
figure{margin:0}figure svg{width:100%;height:auto;border:1px solid var(--faint)}
pre{overflow-x:auto;background:var(--soft);padding:.6rem;line-height:1.15}
.boards{display:flex;flex-wrap:wrap;gap:1rem}
@media print{input[type=search]{display:none}}
""".strip()

JS = """
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
    const words = input.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let shown = 0;
    for (const row of table.tBodies[0].rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      shown += !row.hidden;
    }
    input.nextElementSibling.textContent = ` ${shown} of ${table.tBodies[0].rows.length} rows`;
  });
}
""".strip()
