// Who sees the dead end first: what unit propagation, CP propagation and the linear relaxation conclude from the givens.
// Unit propagation and CP answer a click at once; the relaxation, and whether the board can be completed at all, follow.
const VIEWS = [
  ["up", "Unit propagation", "on the CNF (SAT): a clause whose literals are all false but one makes that one true"],
  ["cp", "CP propagation", "each constraint alone removes the values without support, until nothing changes"],
  ["lp", "Linear relaxation", "of the rows (ILP): v is ruled out if the maximum of [x = v] is below 1"],
];
const LEGEND = [
  ["given", "●", "given"],
  ["forced", "◆", "forced: the only value left"],
  ["gone", "×", "ruled out"],
  ["open", "", "open; where a cell has several values, those left are written in it"],
];

export function start(lab) {
  const { node } = lab;
  const section = lab.section("deadends");
  document.head.append(node("link", { rel: "stylesheet", href: "parts/deadends.css" }));
  const problem = node("p", { id: "deadends-problem" });
  const completion = node("p", { class: "completion", id: "deadends-completion", role: "status" });
  const left = node("tbody", {});
  const views = Object.fromEntries(VIEWS.map(([name, title, how]) => [name, viewOf(name, title, how)]));
  const frame = node("div", { class: "views" }, ...Object.values(views).map((view) => view.element));
  section.append(
    node("h2", { text: "Who sees the dead end first?" }),
    node("p", { class: "summary", text: "Click cells of the board. Each view shows what it concludes without any search." }),
    node("ul", { class: "legend", "aria-label": "Legend" }, ...LEGEND.map(([state, text, meaning]) => node("li", {},
      node("span", { class: "sample", "aria-hidden": "true" }, node("span", { class: `mark mark-${state}`, text })), meaning))),
    problem,
    frame,
    completion,
    node("details", {}, node("summary", { text: "Values left, as a table" }), node("div", { class: "scroll", tabindex: 0 },
      node("table", { class: "left" }, node("thead", {}, node("tr", {}, node("th", { scope: "col", text: "variable" }),
        ...VIEWS.map(([, title]) => node("th", { scope: "col", text: title })))), left))),
  );
  lab.problem(problem, null);
  let number = 0;
  let stream = null;
  let answers = {};
  let given = new Set();

  function viewOf(name, title, how) {
    const told = node("p", { class: "told" });
    const notes = node("p", { class: "notes" });
    const place = node("div", {});
    const element = node("article", { class: "view", id: `deadends-${name}`, "aria-label": title },
      node("h3", { text: title }), node("p", { class: "how", text: how }), place, told, notes);
    return { element, told, notes, place, title, drawn: null };
  }

  function show(name, answer) {
    answers[name] = answer;
    const view = views[name];
    const dead = Boolean(answer.contradiction);
    view.element.classList.toggle("dead", dead);
    view.element.setAttribute("aria-busy", "false");
    view.told.classList.toggle("contradiction", dead);
    view.told.textContent = answer.unknown || (dead ? `${answer.contradiction.sentence}.`
      : `${answer.ruled_out} values ruled out, ${answer.forced} forced.`);
    view.notes.textContent = (answer.notes || []).map((note) => `${note}.`).join(" ");
    const options = { marks: answer.left ? marks(answer.left) : {}, label: view.title };
    if (view.drawn) view.drawn.update(options);
    else view.drawn = lab.board(view.place, options);
    tabulate();
  }

  // The picture shows the givens itself. A cell with several values keeps those that are left as small numbers.
  function marks(leftOf) {
    const made = {};
    const described = lab.description;
    const several = new Set();
    for (const cell of described.cells || []) if (cell[4].length > 1) for (const [position] of cell[4]) several.add(position);
    described.variables.forEach((variable, position) => {
      const kept = new Set(leftOf[position]);
      for (const value of variable.values) {
        const literal = `${variable.name}=${value}`;
        if (kept.has(value) && kept.size === 1) {
          if (!given.has(position)) made[literal] = { state: "forced", text: several.has(position) ? `${value}` : "◆", title: "forced" };
          else if (!several.has(position)) made[literal] = { state: "given", text: "●", title: "given" };
        } else if (several.has(position)) {
          if (kept.has(value)) made[literal] = { state: "pencil", text: `${value}`, title: "open" };
        } else if (!kept.has(value)) made[literal] = { state: "gone", text: "×", title: "ruled out" };
      }
    });
    return made;
  }

  function tabulate() {
    const rows = (lab.description?.variables || []).slice(0, 400).map((variable, position) =>
      node("tr", {}, node("th", { scope: "row", text: variable.name }), ...VIEWS.map(([name]) => {
        const kept = answers[name]?.left?.[position];
        return node("td", { text: kept ? (kept.length > 40 ? `${kept.length} values` : kept.join(" ") || "none") : "…" });
      })));
    left.replaceChildren(...rows);
  }

  async function refresh() {
    if (section.hidden || !lab.description) return;
    const mine = ++number;
    if (stream) stream.stop();
    stream = null;
    completion.textContent = "";
    answers = {};
    for (const view of Object.values(views)) view.element.setAttribute("aria-busy", "true");
    try {
      const answer = await lab.post("/deadends");
      if (mine !== number) return;
      lab.problem(problem, null);
      given = new Set(answer.given);
      frame.classList.toggle("wide", !lab.description.cells?.every((cell) => cell[4].length === 1));
      for (const [name, each] of Object.entries(answer.views)) show(name, each);
      views.lp.told.textContent = "…";
      await follow(mine);
    } catch (error) {
      if (mine !== number || error.name === "AbortError") return;
      lab.problem(problem, error);
      for (const view of Object.values(views)) if (view.element.ariaBusy === "true") forget(view);
      tabulate();
    }
  }

  // No answer came, because of a limit or a mistake: the marks of the last board must not stay.
  function forget(view) {
    view.element.setAttribute("aria-busy", "false");
    view.element.classList.remove("dead");
    view.told.classList.remove("contradiction");
    view.told.textContent = "No answer.";
    view.notes.textContent = "";
    view.drawn?.update({ marks: {} });
  }

  async function follow(mine) {
    stream = lab.stream("/deadends/lp", {}, (event) => {
      if (mine !== number) return;
      if (event.event === "view") show(event.name, event.answer);
      if (event.event === "completion") completed(event.completes);
    });
    await stream.done;
  }

  function completed(completes) {
    const seen = VIEWS.filter(([name]) => answers[name]?.contradiction).map(([, title]) => title);
    const who = seen.length ? `Seen by: ${seen.join(", ")}.` : "No view sees it.";
    completion.textContent = completes ? "The board can be completed." : `The board cannot be completed. ${who}`;
  }

  lab.on("change", (what) => {
    if (!what.puzzle) refresh();
  });
  lab.on("board", refresh);
  lab.on("show", (name) => {
    if (name === "deadends") refresh();
  });
}
