// The board: choose a puzzle and its parameters, click cells, copy the same question for the command line and for Python.
export async function start(lab) {
  const { node } = lab;
  const section = lab.section("board");
  const choice = node("select", { id: "puzzle" });
  const fields = node("div", { class: "fields" });
  const problem = node("p", { id: "puzzle-problem" });
  const summary = node("p", { class: "summary" });
  const place = node("div", {});
  const givens = node("textarea", { id: "givens", rows: 3, spellcheck: "false", "aria-describedby": "givens-problem" });
  const givensProblem = node("p", { id: "givens-problem" });
  section.append(
    node("div", { class: "fields" }, node("label", {}, "Puzzle ", choice), fields),
    problem, summary, place,
    node("label", { class: "tall" }, "Givens, one per line ", givens), givensProblem,
  );
  lab.problem(problem, null);
  lab.problem(givensProblem, null);
  const drawn = lab.board(place, { onClick: clicked, label: "Board" });

  function texts() {
    return [...fields.querySelectorAll("input")].map((input) => input.value.trim());
  }

  async function choose() {
    try {
      const puzzle = await lab.post("/puzzle", { puzzle: choice.value });
      summary.textContent = puzzle.summary;
      fields.replaceChildren(...puzzle.parameters.map((each, at) =>
        node("label", { title: each.help }, `${each.name} `,
          node("input", { value: puzzle.example[at] ?? "", size: 8, onchange: () => lab.set({ parameters: texts(), givens: [] }) }))));
      lab.set({ puzzle: choice.value, parameters: texts(), givens: [] });
      lab.problem(problem, null);
    } catch (error) {
      lab.problem(problem, error);
    }
  }

  async function describe() {
    const asked = JSON.stringify(lab.state);
    try {
      const answer = await lab.post("/board", {});
      if (asked !== JSON.stringify(lab.state)) return;
      lab.description = answer;
      lab.problem(problem, null);
    } catch (error) {
      lab.description = null;
      lab.problem(problem, error);
    }
    drawn.update({ picture: undefined });
    lab.tell("board", null);
  }

  async function refresh() {
    givens.value = lab.state.givens.join("\n");
    drawn.update({ marks: marksOf(lab.state.givens) });
    const asked = JSON.stringify(lab.state);
    try {
      const { picture } = await lab.post("/board/picture", {});
      if (asked !== JSON.stringify(lab.state)) return;
      lab.problem(givensProblem, null);
      drawn.update({ picture });
    } catch (error) {
      lab.problem(givensProblem, error);
    }
  }

  function clicked(literals) {
    const [name] = literals;
    const others = lab.state.givens.filter((given) => given !== name && given !== name.replace("=", "!="));
    if (lab.state.givens.includes(name)) others.push(name.replace("=", "!="));
    else if (!lab.state.givens.includes(name.replace("=", "!="))) others.push(name);
    lab.set({ givens: others });
  }

  choice.addEventListener("change", choose);
  givens.addEventListener("change", () =>
    lab.set({ givens: givens.value.split("\n").map((line) => line.trim()).filter(Boolean) }));
  lab.on("change", async (what) => {
    if (what.puzzle) await describe();
    await refresh();
  });
  const offered = await lab.post("/start", {});
  lab.offered = offered;
  choice.append(...offered.puzzles.map((name) => node("option", { text: name })));
  choice.value = offered.first || "nqueens";
  await choose();
}

// The givens as marks: a tick for a value that is set, a cross for one that is ruled out.
export function marksOf(givens) {
  const marks = {};
  for (const given of givens) {
    const out = given.includes("!=");
    const name = given.replace("!=", "=").replace(/\s*=\s*/, "=");
    marks[name] = out ? { state: "out", text: "×", title: "ruled out" } : { state: "set", text: "", title: "given" };
  }
  return marks;
}
