// The board: choose a puzzle and its parameters, click cells, copy the same question for the command line and for Python.
import { valueOf, variableOf } from "../board.js";
import { cellMenu } from "../menu.js";

const ruledOut = (name) => name.replace(/=(?=[^=]*$)/, "!=");
export const stateOf = (givens, name) =>
  givens.includes(name) ? "set" : givens.includes(ruledOut(name)) ? "out" : "open";

// The givens after a literal is set, ruled out or opened. A variable has one value at most.
export function withGiven(givens, name, state) {
  const others = givens.filter((given) => given !== name && given !== ruledOut(name));
  if (state === "set") return [...others.filter((given) => given.includes("!=") || variableOf(given) !== variableOf(name)), name];
  return state === "out" ? [...others, ruledOut(name)] : others;
}

// The givens as marks: a frame for a value that is set, a cross for one that is ruled out.
export function marksOf(givens) {
  const marks = {};
  for (const given of givens) {
    const [, variable, out, value] = /^\s*(.*?)\s*(!?)=\s*(\S+)\s*$/.exec(given) || [];
    if (variable === undefined) continue;
    marks[`${variable}=${value}`] = out
      ? { state: "out", text: "×", title: "ruled out" }
      : { state: "set", text: "", title: "given" };
  }
  return marks;
}

export async function start(lab) {
  const { node } = lab;
  const choice = node("select", { id: "puzzle" });
  const fields = node("div", { class: "fields", id: "parameters" });
  const problem = node("p", { id: "puzzle-problem" });
  const summary = node("p", { class: "summary" });
  const place = node("div", {});
  const hint = node("p", { class: "hint", id: "board-hint" });
  const givens = node("textarea", { id: "givens", rows: 2, spellcheck: "false", "aria-describedby": "givens-problem" });
  const givensProblem = node("p", { id: "givens-problem" });
  const clear = node("button", { type: "button", id: "clear", text: "Clear", onclick: () => lab.set({ givens: [] }) });
  const [shell, shellText] = copied("Command line", "shell");
  const [python, pythonText] = copied("Python", "python");
  lab.section("board").append(
    node("div", { class: "fields" }, node("label", {}, "Puzzle ", choice), fields),
    problem, summary, place, hint,
    node("div", { class: "line" }, node("label", { for: "givens", text: "Givens, one per line" }), clear),
    givens, givensProblem,
    node("details", { open: true }, node("summary", { text: "The same question elsewhere" }), shell, python),
  );
  lab.problem(problem, null);
  lab.problem(givensProblem, null);
  const menu = cellMenu(lab, (name, state) => lab.set({ givens: withGiven(lab.state.givens, name, state) }));
  const drawn = lab.board(place, { onClick: clicked, onKey: typed, label: "Board" });

  function copied(title, id) {
    const text = node("code", { id });
    const button = node("button", { type: "button", class: "small", "aria-label": `Copy the ${title}`, text: "Copy", onclick: async () => {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = "Copied";
      lab.say("Copied");
      setTimeout(() => (button.textContent = "Copy"), 1500);
    } });
    return [node("div", { class: "copied" }, node("div", { class: "line" }, node("span", { text: title }), button), node("pre", { tabindex: 0 }, text)), text];
  }

  const typedParameters = () => [...fields.querySelectorAll("input")].map((input) => input.value.trim());

  async function choose(parameters = [], givens = []) {
    try {
      const puzzle = await lab.post("/puzzle", { puzzle: choice.value, parameters: [], givens: [] });
      summary.textContent = puzzle.summary;
      const values = parameters.length ? parameters : puzzle.example;
      fields.replaceChildren(...puzzle.parameters.map((each, at) =>
        node("label", { title: `${each.help} (${each.allowed})` }, `${each.name} `,
          node("input", { value: values[at] ?? "", size: /^-?\d*$/.test(values[at] ?? "") ? 4 : 10, "aria-describedby": "puzzle-problem",
            onchange: () => lab.set({ parameters: typedParameters(), givens: [] }) }))));
      lab.problem(problem, null);
      lab.set({ puzzle: choice.value, parameters: typedParameters(), givens });
    } catch (error) {
      lab.problem(problem, error);
    }
  }

  const now = () => JSON.stringify(lab.state);

  async function describe() {
    const asked = now();
    place.setAttribute("aria-busy", "true");
    let answer = null;
    let trouble = null;
    try {
      answer = await lab.post("/board", { givens: [] });
    } catch (error) {
      trouble = error;
    }
    if (asked !== now()) return;
    place.removeAttribute("aria-busy");
    lab.description = answer;
    lab.problem(problem, trouble);
    for (const input of fields.querySelectorAll("input")) input.setAttribute("aria-invalid", Boolean(trouble));
    const tables = answer?.kind === "table" ? ` (${answer.reason}, so here is a table)` : "";
    const several = answer?.cells?.some((cell) => cell[4].length > 2);
    const how = several ? "Click a cell to choose its values, or type a digit in it"
      : "Click a cell to set a value, again to rule it out, again to open it";
    hint.textContent = answer && answer.kind !== "none" ? `${how}${tables}.` : "";
    const example = answer?.variables[0];
    givens.placeholder = example ? `${example.name}=${example.values[0]}` : "";
    drawn.update({ picture: undefined, marks: {} });
    lab.tell("board", null);
  }

  async function refresh() {
    if (document.activeElement !== givens) givens.value = lab.state.givens.join("\n");
    givens.rows = Math.max(2, Math.min(8, lab.state.givens.length));
    if (!lab.description) {
      shellText.textContent = pythonText.textContent = "";
      return;
    }
    drawn.update({ marks: marksOf(lab.state.givens) });
    const asked = now();
    try {
      const answer = await lab.post("/board/picture", lab.options());
      if (asked !== now()) return;
      lab.problem(givensProblem, null);
      drawn.update({ picture: answer.picture });
      shellText.textContent = answer.shell;
      pythonText.textContent = answer.python;
    } catch (error) {
      if (asked === now()) lab.problem(givensProblem, error);
    }
  }

  function clicked(literals, cell) {
    const own = literals.filter((name) => !lab.description.fixed[variableOf(name)]);
    const names = new Set(own.map(variableOf));
    if (!own.length) return lab.say("given by the puzzle");
    if (own.length === 1) return cycle(own[0], { open: "set", set: "out", out: "open" });
    if (own.length === 2 && names.size === 1) {
      const [low, high] = own;
      const state = stateOf(lab.state.givens, high);
      const next = state === "set" ? [low, "set"] : stateOf(lab.state.givens, low) === "set" ? [low, "open"] : [high, "set"];
      return lab.set({ givens: withGiven(lab.state.givens, ...next) });
    }
    return menu.open(cell, own, names.size > 1);
  }

  function cycle(name, next) {
    const state = next[stateOf(lab.state.givens, name)];
    lab.set({ givens: withGiven(lab.state.givens, name, state) });
    lab.say(`${name} ${{ set: "given", out: "ruled out", open: "open" }[state]}`);
  }

  // A digit sets that value in the cell, Delete opens it.
  function typed(literals, cell, event) {
    const own = literals.filter((name) => !lab.description.fixed[variableOf(name)]);
    if (event.key === "Delete" || event.key === "Backspace")
      return lab.set({ givens: own.reduce((all, name) => withGiven(all, name, "open"), lab.state.givens) });
    const chosen = /^[0-9]$/.test(event.key) && own.length > 1 && own.find((name) => valueOf(name) === event.key);
    if (chosen) lab.set({ givens: withGiven(lab.state.givens, chosen, "set") });
  }

  choice.addEventListener("change", () => choose());
  givens.addEventListener("change", () =>
    lab.set({ givens: givens.value.split("\n").map((line) => line.trim()).filter(Boolean) }));
  lab.on("change", async (what) => {
    if (what.puzzle) await describe();
    await refresh();
  });
  lab.on("options", refresh);
  try {
    lab.offered = await lab.post("/start", {});
  } catch (error) {
    return lab.problem(problem, error);
  }
  lab.tell("offered", lab.offered);
  const { named, built_in: builtIn, files } = lab.offered;
  for (const [title, names] of [["Named", named], ["Puzzles", builtIn], ["Files here", files]])
    if (names.length) choice.append(node("optgroup", { label: title }, ...names.map((name) => node("option", { text: name }))));
  choice.value = named[0] || "nqueens";
  return choose(lab.offered.parameters, lab.offered.givens);
}
