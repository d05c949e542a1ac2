// The menu of a cell that can have several values: a button per value, which sets it, rules it out, and opens it in turn.
import { node } from "./lab.js";
import { valueOf } from "./board.js";
import { stateOf } from "./parts/board.js";

const NEXT = { open: "set", set: "out", out: "open" };
const SAID = { open: "open", set: "given", out: "ruled out" };

export function cellMenu(lab, change) {
  const menu = node("div", { class: "menu", role: "group", "aria-label": "Values", hidden: true });
  let owner = null;

  function close(focus) {
    menu.hidden = true;
    if (focus) owner?.focus();
    owner = null;
  }

  function refresh(button, name) {
    const state = stateOf(lab.state.givens, name);
    button.className = `value value-${state}`;
    button.setAttribute("aria-label", `${name} ${SAID[state]}`);
  }

  menu.addEventListener("keydown", (event) => {
    const buttons = [...menu.querySelectorAll("button")];
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") close(true);
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    buttons[(buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length].focus();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!menu.hidden && !menu.contains(event.target)) close(false);
  });

  return {
    open(cell, literals, whole) {
      if (owner === cell && !menu.hidden) return close(true);
      owner = cell;
      const buttons = literals.map((name) => {
        const button = node("button", { type: "button", text: whole ? name : valueOf(name), onclick: () => {
          change(name, NEXT[stateOf(lab.state.givens, name)]);
          for (const [each, of] of shown) refresh(each, of);
        } });
        return [button, name];
      });
      const shown = buttons;
      for (const [button, name] of shown) refresh(button, name);
      menu.replaceChildren(...shown.map(([button]) => button), node("button", { type: "button", text: "Done", onclick: () => close(true) }));
      menu.hidden = false;
      const frame = cell.closest(".board");
      frame.append(menu);
      const [box, around] = [cell.getBoundingClientRect(), frame.getBoundingClientRect()];
      menu.style.top = `${box.bottom - around.top + 4}px`;
      menu.style.left = `${Math.max(0, Math.min(box.left - around.left, around.width - menu.offsetWidth))}px`;
      shown[0][0].focus();
    },
    close,
  };
}
