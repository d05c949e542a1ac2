// lab.board(element, options) draws the board of lab.description into the element and returns {update(options), element}.
//
// options.picture  SVG text of the picture behind the cells (default: the board's own picture with the givens)
// options.marks    {"queen[1]=3": {state, text, title}}: `state` is a CSS class of the literal's mark ("mark-" is put before it),
//                  `text` a short sign in it (colour alone says nothing), `title` what a screen reader says
// options.bright   list of literals ("queen[1]=3") whose cells are highlighted
// options.onClick  f(literals, button): a cell was clicked; literals is a list like ["queen[1]=3"]. Without it, cells are not buttons
// options.label    name of the board for a screen reader
// A board is the puzzle's picture with cells on it, or a table with a row per variable and a column per value.
import { node } from "./lab.js";

export const literal = (variable, value) => `${variable.name}=${value}`;

export function board(lab, element, options = {}) {
  const drawn = { element, options: {} };
  drawn.update = (more) => {
    Object.assign(drawn.options, more);
    draw(lab, drawn);
  };
  drawn.update(options);
  return drawn;
}

function draw(lab, { element, options }) {
  const described = lab.description;
  element.classList.add("board");
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.at : undefined;
  if (!described || described.kind === "none") {
    element.replaceChildren(node("p", { text: described ? described.reason : "" }));
    return;
  }
  element.replaceChildren(described.kind === "picture" ? pictured(described, options) : table(described, options));
  const again = focused === undefined ? null : element.querySelector(`[data-at="${focused}"]`);
  if (again) again.focus();
}

export const image = (svg, alt = "") =>
  node("img", { src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`, alt });

function pictured(described, options) {
  const [x0, y0, width, height] = described.view;
  const frame = node("div", { class: "picture", role: "group", "aria-label": options.label || described.title });
  frame.style.aspectRatio = `${width} / ${height}`;
  frame.style.setProperty("--wide", `${width}px`);
  frame.append(image(options.picture || described.picture));
  described.cells.forEach(([x, y, w, h, keys], at) => {
    const literals = keys.map(([position, value]) => literal(described.variables[position], value));
    const cell = cellOf(literals, options, at);
    cell.style.left = `${(100 * (x - x0)) / width}%`;
    cell.style.top = `${(100 * (y - y0)) / height}%`;
    cell.style.width = `${(100 * w) / width}%`;
    cell.style.height = `${(100 * h) / height}%`;
    frame.append(cell);
  });
  if (options.onClick) frame.addEventListener("keydown", (event) => move(event, frame));
  return frame;
}

function cellOf(literals, options, at) {
  const marks = literals.map((name) => options.marks?.[name]);
  const bright = literals.some((name) => options.bright?.includes(name));
  const said = literals.length === 1 ? literals[0] : `${literals[0].split("=")[0]}: ${literals.length} values`;
  const title = [said, ...marks.filter(Boolean).map((mark) => mark.title)].filter(Boolean).join(", ");
  const attributes = { class: bright ? "cell bright" : "cell", "data-at": at, "data-literals": literals.join(" ") };
  const made = options.onClick
    ? node("button", { ...attributes, type: "button", "aria-label": title, title, tabindex: at === 0 ? 0 : -1,
        onclick: () => options.onClick(literals, made) })
    : node("span", { ...attributes, title: marks.some(Boolean) ? title : undefined });
  const columns = Math.ceil(Math.sqrt(literals.length));
  made.style.gridTemplateColumns = `repeat(${columns}, 1fr)`;
  if (marks.some(Boolean)) made.append(...marks.map((mark) => (mark ? markOf(mark) : node("span"))));
  return made;
}

const markOf = (mark) => node("span", { class: `mark mark-${mark.state}`, text: mark.text || "" });

function move(event, frame) {
  const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const from = event.target.closest(".cell");
  if (!direction || !from) return;
  const middle = (cell) => {
    const box = cell.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  for (const cell of frame.querySelectorAll("button.cell")) {
    const [dx, dy] = [middle(cell)[0] - x, middle(cell)[1] - y];
    const along = dx * direction[0] + dy * direction[1];
    const across = Math.abs(dx * direction[1]) + Math.abs(dy * direction[0]);
    if (cell !== from && along > 1 && (!best || along + 4 * across < best.far)) best = { cell, far: along + 4 * across };
  }
  if (!best) return;
  from.tabIndex = -1;
  best.cell.tabIndex = 0;
  best.cell.focus();
  event.preventDefault();
}

function table(described, options) {
  const variables = described.variables.map((variable, position) => ({ ...variable, position })).filter((each) => !each.derived);
  const values = [...new Set(variables.flatMap((each) => each.values))].sort((a, b) => a - b);
  const head = node("tr", {}, node("th", { scope: "col", text: "variable" }),
    ...values.map((value) => node("th", { scope: "col", text: value })));
  const rows = variables.map((variable) => node("tr", {}, node("th", { scope: "row", text: variable.name }),
    ...values.map((value) => {
      const has = variable.values.includes(value);
      return node("td", {}, has ? cellOf([literal(variable, value)], options, `${variable.position}.${value}`) : null);
    })));
  const body = node("table", { class: "literals", "aria-label": options.label || described.title },
    node("thead", {}, head), node("tbody", {}, ...rows));
  const frame = node("div", { class: "scroll", tabindex: 0 }, body);
  if (options.onClick) {
    for (const cell of frame.querySelectorAll("button.cell")) cell.tabIndex = -1;
    const first = frame.querySelector("button.cell");
    if (first) first.tabIndex = 0;
    frame.addEventListener("keydown", (event) => move(event, frame));
  }
  return frame;
}
