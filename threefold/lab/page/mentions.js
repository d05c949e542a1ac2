// What the server says of a literal or a variable: [text, variable or null, values or null, positive]. Null values: all.

export function literalsOf(lab, [, variable, values]) {
  if (variable === null) return [];
  const known = values || lab.description?.variables.find((each) => each.name === variable)?.values || [];
  return known.map((value) => `${variable}=${value}`);
}

// Marks for the board: a plus or a minus beside the colour, for literals that are written without or with ¬.
export function marksOf(lab, mentions) {
  const marks = {};
  for (const mention of mentions) {
    const [text, , values, positive] = mention;
    const mark = { state: positive ? "mentioned" : "negated", text: values ? (positive ? "+" : "¬") : "", title: text };
    for (const literal of literalsOf(lab, mention)) marks[literal] = mark;
  }
  return marks;
}

export const brightOf = (lab, mentions) => mentions.flatMap((mention) => literalsOf(lab, mention));

// A list of clauses, constraints or rows. The chosen one lights up its cells; arrow keys choose the next one.
export function clauseList(lab, items, choose, label) {
  const buttons = items.map((item, at) => {
    const button = lab.node("button", { type: "button", class: "clause", "aria-pressed": "false", tabindex: at ? -1 : 0,
      onclick: () => pick(at) }, item.label ? lab.node("span", { class: "of", text: item.label }) : null, item.text);
    return button;
  });
  function pick(at) {
    buttons.forEach((button, index) => {
      button.setAttribute("aria-pressed", index === at);
      button.tabIndex = index === at ? 0 : -1;
    });
    choose(items[at]);
  }
  const list = lab.node("ol", { class: "clauses", "aria-label": label }, ...buttons.map((button) => lab.node("li", {}, button)));
  list.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = buttons.indexOf(document.activeElement) + step;
    if (!step || !buttons[at]) return;
    pick(at);
    buttons[at].focus();
    event.preventDefault();
  });
  return list;
}

// Unpressed, for a list beside another one.
export function unpress(root, except) {
  for (const button of root.querySelectorAll("button.clause[aria-pressed=true]")) {
    if (!except || !except.contains(button)) button.setAttribute("aria-pressed", "false");
  }
}

// A large board scrolls: the marked cell is brought into its window.
export function reveal(place) {
  const frame = place.querySelector(".scroll");
  const cell = frame?.querySelector(".cell.bright, .cell:has(.mark-conflict, .mark-mentioned, .mark-negated)");
  if (!cell) return;
  const [window, box] = [frame.getBoundingClientRect(), cell.getBoundingClientRect()];
  frame.scrollTop += box.top - window.top - window.height / 2;
  frame.scrollLeft += Math.max(0, box.right - window.right + 40);
}
