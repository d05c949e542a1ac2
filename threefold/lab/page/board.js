// lab.board(element, options) draws the board of lab.description into the element and returns {update(options), element}.
//
// options.picture  SVG text of the picture behind the cells (default: the board's own picture without givens of the page)
// options.marks    {"queen[1]=3": {state, text, title}}: `state` is a CSS class of the literal's mark ("mark-" is put before it),
//                  `text` a short sign in it (colour alone says nothing), `title` what a screen reader says
// options.bright   list of literals ("queen[1]=3") whose cells are highlighted
// options.onClick  f(literals, cell, event): a cell was clicked; literals is a list like ["queen[1]=3"]. Without it, cells are
//                  not buttons. options.onKey: f(literals, cell, event) for keys other than the arrows
// options.label    name of the board for a screen reader
// A board is the puzzle's picture with cells on it, or a table with a row per variable and a column per value.
// update({…}) changes some options. A board is drawn anew when lab.description changes; otherwise its cells stay.
import { node } from "./lab.js";

export const literal = (variable, value) => `${variable.name}=${value}`;
export const variableOf = (name) => name.slice(0, name.lastIndexOf("="));
export const valueOf = (name) => name.slice(name.lastIndexOf("=") + 1);

export function board(lab, element, options = {}) {
  const drawn = { element, options: {}, cells: [], described: undefined };
  element.classList.add("board");
  drawn.update = (more = {}) => {
    Object.assign(drawn.options, more);
    if (drawn.described !== lab.description) draw(lab.description, drawn);
    if (drawn.image) setPicture(drawn.image, drawn.options.picture || lab.description.picture);
    for (const [cell, literals] of drawn.cells) fill(cell, literals, drawn.options);
  };
  drawn.update(options);
  return drawn;
}

function draw(described, drawn) {
  drawn.described = described;
  drawn.cells = [];
  drawn.image = null;
  if (!described) drawn.element.replaceChildren();
  else if (described.kind === "none") drawn.element.replaceChildren(node("p", { class: "summary", text: described.reason }));
  else {
    const frame = described.kind === "picture" ? pictured(described, drawn) : table(described, drawn);
    if (drawn.options.onClick && drawn.cells.length) drawn.cells[0][0].tabIndex = 0;
    frame.addEventListener("keydown", (event) => move(event, frame));
    frame.addEventListener("focusin", (event) => rove(event.target, frame));
    drawn.element.replaceChildren(frame);
  }
}

// A lone surrogate, which cannot be encoded, becomes a replacement character on the way through UTF-8.
export const source = (svg) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new TextDecoder().decode(new TextEncoder().encode(svg)))}`;
export const image = (svg, alt = "") => node("img", { src: source(svg), alt });

function setPicture(img, svg) {
  if (img.src !== source(svg)) img.src = source(svg);
}

function pictured(described, drawn) {
  const [x0, y0, width, height] = described.view;
  const frame = node("div", { class: "picture", role: "group", "aria-label": drawn.options.label || described.title });
  frame.style.aspectRatio = `${width} / ${height}`;
  frame.style.setProperty("--wide", `${width}px`);
  drawn.image = image(described.picture);
  frame.append(drawn.image);
  for (const [x, y, w, h, keys] of described.cells) {
    const cell = newCell(drawn, keys.map(([position, value]) => literal(described.variables[position], value)));
    cell.style.left = `${(100 * (x - x0)) / width}%`;
    cell.style.top = `${(100 * (y - y0)) / height}%`;
    cell.style.width = `${(100 * w) / width}%`;
    cell.style.height = `${(100 * h) / height}%`;
    frame.append(cell);
  }
  return frame;
}

function table(described, drawn) {
  const variables = described.variables.filter((each) => !each.derived);
  const values = [...new Set(variables.flatMap((each) => each.values))].sort((a, b) => a - b);
  const head = [node("th", { scope: "col", text: "variable" }), ...values.map((value) => node("th", { scope: "col", text: value }))];
  const rows = variables.map((variable) => {
    const taken = new Set(variable.values);
    const cells = values.map((value) => node("td", {}, taken.has(value) ? newCell(drawn, [literal(variable, value)]) : null));
    return node("tr", {}, node("th", { scope: "row", text: variable.name }), ...cells);
  });
  const made = node("table", { class: "literals", "aria-label": drawn.options.label || described.title },
    node("thead", {}, node("tr", {}, ...head)), node("tbody", {}, ...rows));
  return node("div", { class: "scroll", tabindex: drawn.options.onClick ? undefined : 0, role: "region", "aria-label": "Board" }, made);
}

function newCell(drawn, literals) {
  const { onClick } = drawn.options;
  const cell = onClick ? node("button", { type: "button", tabindex: -1 }) : node("span");
  cell.dataset.literals = literals.join(" ");
  if (onClick) {
    cell.addEventListener("click", (event) => drawn.options.onClick(literals, cell, event));
    cell.addEventListener("keydown", (event) => drawn.options.onKey?.(literals, cell, event));
  }
  cell.style.gridTemplateColumns = `repeat(${Math.ceil(Math.sqrt(literals.length))}, 1fr)`;
  drawn.cells.push([cell, literals]);
  return cell;
}

function fill(cell, literals, options) {
  const marks = literals.map((name) => options.marks?.[name]);
  const marked = literals.filter((_, at) => marks[at]);
  const key = JSON.stringify([marks, literals.some((name) => options.bright?.includes(name))]);
  if (cell.dataset.drawn === key) return;
  cell.dataset.drawn = key;
  cell.className = literals.some((name) => options.bright?.includes(name)) ? "cell bright" : "cell";
  const parts = marked.map((name) => [name, options.marks[name].title].filter(Boolean).join(" "));
  const title = parts.length ? parts.join(", ") : literals.length === 1 ? `${literals[0]} open` : `${namesIn(literals)} open`;
  cell.title = title;
  if (cell.tagName === "BUTTON") cell.setAttribute("aria-label", title);
  cell.classList.toggle("several", literals.length > 1 && marked.length > 0 && !marks.some((mark) => mark?.state === "set"));
  const shown = cell.classList.contains("several") ? marks : marks.filter((mark) => mark?.state === "set" || literals.length === 1);
  cell.replaceChildren(...(marked.length ? shown.map(markOf) : []));
}

const namesIn = (literals) => [...new Set(literals.map(variableOf))].join(", ");
const markOf = (mark) => (mark ? node("span", { class: `mark mark-${mark.state}`, text: mark.text || "" }) : node("span"));

function rove(target, frame) {
  const cell = target.closest(".cell");
  if (!cell) return;
  for (const each of frame.querySelectorAll('.cell[tabindex="0"]')) each.tabIndex = -1;
  cell.tabIndex = 0;
}

// The arrow keys move to the nearest cell in that direction.
function move(event, frame) {
  const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const from = event.target.closest(".cell");
  if (!direction || !from) return;
  event.preventDefault();
  const middle = (cell) => {
    const box = cell.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  for (const cell of frame.querySelectorAll("button.cell")) {
    const [dx, dy] = [middle(cell)[0] - x, middle(cell)[1] - y];
    const along = dx * direction[0] + dy * direction[1];
    const far = along + 4 * (Math.abs(dx * direction[1]) + Math.abs(dy * direction[0]));
    if (cell !== from && along > 1 && (!best || far < best.far)) best = { cell, far };
  }
  best?.cell.focus();
}
