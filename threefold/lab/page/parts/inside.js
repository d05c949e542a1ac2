// Look inside: the groups of the specification, and what the chosen one became in each paradigm.
import { brightOf, clauseList, marksOf, reveal, unpress } from "../mentions.js";

const DEFAULTS = ["sat", "cp", "ilp"];
const many = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

export function start(lab) {
  const { node } = lab;
  const section = lab.section("inside");
  const field = node("input", { id: "inside-row", value: "sat+amo=ladder", size: 24, spellcheck: "false", autocomplete: "off",
    list: "inside-rows", "aria-describedby": "inside-row-problem" });
  const offered = node("datalist", { id: "inside-rows" });
  const rowProblem = node("p", { id: "inside-row-problem" });
  const problem = node("p", {});
  const sizes = node("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "What each group became" });
  const place = node("div", { class: "small-board" });
  const legend = node("p", { class: "summary", hidden: true,
    text: "+ the literal is in the chosen line, ¬ its negation is; a frame alone: the variable is in it as a whole." });
  const chosenText = node("p", { class: "summary", text: "Choose a clause, a constraint or a row: its cells light up." });
  const details = node("div", { class: "details" });
  const form = node("form", { class: "fields" }, node("label", { for: "inside-row" }, "Another configuration"), field, offered,
    node("button", { text: "Lower it" }));
  section.append(
    node("p", { class: "summary", text: "One specification, and what each of its groups becomes as clauses, as CP constraints and as rows." }),
    form, rowProblem, problem, sizes,
    node("div", { class: "beside" }, node("div", { class: "sticky" }, place, legend, chosenText), details),
  );
  lab.problem(rowProblem, null);
  lab.problem(problem, null);
  const drawn = lab.board(place, { label: "Cells of the chosen line" });
  let groups = [];
  let rows = {}; // by configuration: the answer of /inside/page, or null while it is lowered
  let group = null;
  let stale = true;
  let asking = 0;

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    load();
  });
  lab.on("change", () => {
    stale = true;
    if (!section.hidden) load();
  });
  lab.on("board", () => drawn.update({ marks: {}, bright: [] }));
  lab.on("show", (name) => {
    if (name === "inside" && stale && lab.state.puzzle) load();
  });

  const shownRows = () => [...DEFAULTS, ...(field.value.trim() && !DEFAULTS.includes(field.value.trim()) ? [field.value.trim()] : [])];

  function offer() {
    if (offered.children.length || !lab.offered) return;
    const rowsOf = (backend) => backend.options.flatMap((option) => option.choices.filter((choice) => choice !== option.default)
      .map((choice) => `${backend.name}+${option.name}=${choice}`));
    offered.append(...[...lab.offered.backends.flatMap(rowsOf), "backtracking"].map((value) => node("option", { value })));
  }

  async function load() {
    stale = false;
    offer();
    const mine = ++asking;
    lab.problem(rowProblem, null);
    rows = Object.fromEntries(shownRows().map((row) => [row, null]));
    section.setAttribute("aria-busy", "true");
    try {
      const answer = await lab.post("/inside");
      if (mine !== asking) return;
      groups = answer.groups;
      lab.problem(problem, null);
    } catch (error) {
      if (mine !== asking) return;
      groups = [];
      rows = {};
      lab.problem(problem, error);
    }
    if (!groups.some((each) => each.name === group)) group = groups.find((each) => each.count)?.name ?? null;
    render();
    await fillAll(mine);
  }

  async function fillAll(mine) {
    section.setAttribute("aria-busy", "true");
    await Promise.all(Object.keys(rows).filter((row) => !rows[row]?.error).map((row) => fill(row, 0, mine)));
    if (mine === asking) section.removeAttribute("aria-busy");
  }

  async function fill(row, start, mine) {
    try {
      const page = await lab.post("/inside/page", { row, start, group: group ?? "" });
      if (mine === asking) rows[row] = page;
    } catch (error) {
      if (mine !== asking) return;
      rows[row] = { error };
      if (!DEFAULTS.includes(row)) {
        delete rows[row];
        lab.problem(rowProblem, error);
      }
    }
    if (mine === asking) render(row);
  }

  async function choose(name) {
    group = name;
    drawn.update({ marks: {}, bright: [] });
    render();
    await fillAll(++asking);
    lab.say(`${name}: ${Object.entries(rows).map(([row, page]) => `${row} ${text(page, name)}`).join(", ")}`);
  }

  const partsOf = (page, name) => (page?.parts ?? []).filter((part) => part.group === name);

  function text(page, name) {
    if (!page) return "…";
    if (page.error) return "–";
    const parts = partsOf(page, name);
    const words = parts.map((part) => many(part.count, part.noun)).join(" + ");
    const auxiliary = Math.max(0, ...parts.map((part) => part.auxiliaries));
    return (words || "the domains alone") + (auxiliary ? `, over ${many(auxiliary, "auxiliary variable")}` : "");
  }

  function total(page) {
    if (!page) return "…";
    if (page.error) return page.error.message;
    const [item, variable] = page.nouns;
    const auxiliary = page.size.auxiliary ? ` + ${page.size.auxiliary.toLocaleString("en")} auxiliary` : "";
    return `${many(page.size.constraints, item)} over ${many(page.size.variables, variable)}${auxiliary}`;
  }

  // The table, and the lists of one row or of all. What had the focus has it again.
  function render(only) {
    const names = Object.keys(rows);
    const head = node("tr", {}, node("th", { scope: "col", text: "group" }), ...names.map((row) => node("th", { scope: "col", text: row })));
    const body = groups.map((each) => node("tr", { class: each.name === group ? "chosen" : undefined },
      node("th", { scope: "row" }, node("button", { type: "button", class: "link", text: each.name,
        "aria-pressed": String(each.name === group), onclick: () => choose(each.name) })),
      ...names.map((row) => node("td", { text: text(rows[row], each.name) }))));
    const foot = node("tr", {}, node("th", { scope: "row", text: "all" }), ...names.map((row) => node("td", { text: total(rows[row]) })));
    const focused = document.activeElement?.textContent;
    const inTable = sizes.contains(document.activeElement);
    sizes.replaceChildren(groups.length ? node("table", { class: "sizes" }, node("caption", { class: "unseen", text: "What each group became" }),
      node("thead", {}, head), node("tbody", {}, ...body), node("tfoot", {}, foot)) : "");
    if (inTable) [...sizes.querySelectorAll("button")].find((button) => button.textContent === focused)?.focus();
    const found = groups.find((each) => each.name === group);
    const before = only && found && details.querySelector(`section[data-row="${CSS.escape(only)}"]`);
    if (!before || !names.includes(only)) {
      details.replaceChildren(...(found ? [specification(found), ...names.map((row) => program(row, rows[row]))] : []));
      return;
    }
    const label = before.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
    const after = program(only, rows[only]);
    before.replaceWith(after);
    if (label) (after.querySelector(`button[aria-label="${CSS.escape(label)}"]:enabled`) ?? after.querySelector("button"))?.focus();
  }

  function specification(found) {
    const more = found.count - found.formulas.length;
    return node("section", {}, node("h3", { text: `${found.name}, in the specification` }),
      node("ul", { class: "formulas" }, ...found.formulas.map((formula) => node("li", { text: formula })),
        more > 0 ? node("li", { text: `… ${more.toLocaleString("en")} more` }) : null));
  }

  function program(row, page) {
    const made = node("section", { "data-row": row }, node("h3", { text: `${row}: ${text(page, group)}` }));
    if (page?.error) made.append(node("p", { class: "summary", text: page.error.message }));
    if (!page?.items?.length) {
      if (page && !page.error && !partsOf(page, group).length) {
        made.append(node("p", { class: "summary", text: "The variables of this program have these domains by themselves." }));
      }
      return made;
    }
    const list = clauseList(lab, page.items, (item) => {
      unpress(details, made);
      const whole = item.mentions.filter(([, , values]) => !values);
      drawn.update({ marks: marksOf(lab, item.mentions), bright: brightOf(lab, whole), label: `Cells of ${item.text}` });
      reveal(place);
      legend.hidden = false;
      chosenText.textContent = item.text;
      const hidden = item.mentions.filter(([, variable]) => variable === null).length;
      lab.say(`${item.text}: its cells are marked${hidden ? `; ${many(hidden, "auxiliary variable")} not on the board` : ""}`);
    }, `${group} in ${row}`);
    made.append(list, pager(row, page));
    return made;
  }

  function pager(row, page) {
    const last = page.start + page.items.length;
    if (page.count <= page.items.length) return node("span");
    const step = (start, words, disabled) => node("button", { type: "button", text: words, disabled,
      "aria-label": `${words} lines of ${row}`, onclick: () => fill(row, start, asking) });
    return node("p", { class: "pager" }, step(Math.max(0, page.start - 20), "Earlier", page.start === 0),
      `${(page.start + 1).toLocaleString("en")}–${last.toLocaleString("en")} of ${page.count.toLocaleString("en")}`,
      step(last, "Later", last >= page.count));
  }
}
