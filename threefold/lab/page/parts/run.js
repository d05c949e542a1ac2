// Run: choose rows and a question, watch the rows, stop them; then the table, the verdict and the solutions.
import { source } from "../board.js";

const QUESTIONS = [
  ["all", "all solutions"], ["first", "the first solution"], ["classes", "up to symmetry"],
  ["optimum", "the optimum"], ["optima", "all optimal solutions"],
];
const SIGNS = { agree: "✓", alone: "✓", disagree: "✗", incomplete: "…", error: "!" };

export function start(lab) {
  const { node } = lab;
  const section = lab.section("run");
  const rows = node("input", { id: "rows", value: "sat,cp,ilp", spellcheck: "false", autocomplete: "off", "aria-describedby": "rows-problem" });
  const rowsProblem = node("p", { id: "rows-problem" });
  const offered = node("div", { class: "offered" });
  const question = node("select", { id: "question" }, ...QUESTIONS.map(([value, text]) => node("option", { value, text })));
  const seconds = node("input", { id: "seconds", type: "number", min: 1, max: 3600, value: 60, "aria-describedby": "run-problem" });
  const run = node("button", { type: "submit", class: "main", id: "start", text: "Run" });
  const stop = node("button", { type: "button", id: "stop", text: "Stop", disabled: true });
  const problem = node("p", { id: "run-problem" });
  const progress = node("ul", { class: "progress", id: "progress", "aria-label": "Progress" });
  const result = node("div", { id: "result", tabindex: -1 });
  const form = node("form", { novalidate: true },
    node("label", { class: "tall" }, "Rows ", rows), rowsProblem,
    node("details", {}, node("summary", { text: "Backends, solvers and options" }), offered),
    node("div", { class: "fields line-up" },
      node("label", {}, "Find ", question), node("label", {}, "Time limit per row ", seconds, " s"),
      node("span", { class: "line" }, run, stop)));
  section.append(node("h2", { class: "unseen", text: "Run" }), form, problem, progress, result);
  lab.problem(problem, null);
  lab.problem(rowsProblem, null);
  let current = null;

  lab.options = () => ({ rows: rows.value.replace(/\s/g, ""), question: question.value, seconds: Number(seconds.value) });
  for (const field of [rows, question, seconds]) field.addEventListener("change", () => lab.tell("options", null));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    begin();
  });
  stop.addEventListener("click", () => current?.stop());
  lab.on("offered", ({ backends }) => offered.replaceChildren(...backends.map(offer)));
  lab.on("board", () => {
    const has = { classes: lab.description?.symmetries, optimum: lab.description?.objective, optima: lab.description?.objective };
    for (const option of question.options) option.hidden = option.disabled = has[option.value] === false;
    if (question.selectedOptions[0]?.disabled) question.value = "all";
  });

  lab.on("change", () => result.classList.toggle("old", result.hasChildNodes()));

  function offer(backend) {
    const add = (text, change, title) => node("button", { type: "button", class: "small", text, title, onclick: () => {
      rows.value = change(rows.value.split(",").map((row) => row.trim()).filter(Boolean)).join(",");
      rows.dispatchEvent(new Event("change"));
    } });
    const solvers = backend.solvers.map((solver, at) => add(at ? `${backend.name}:${solver}` : backend.name,
      (all) => [...all, at ? `${backend.name}:${solver}` : backend.name], "Add this row"));
    const options = backend.options.flatMap((option) => option.choices.filter((choice) => choice !== option.default)
      .map((choice) => add(`+${option.name}=${choice}`, (all) => withOption(all, backend.name, option.name, choice), option.help)));
    return node("div", {}, node("h3", { text: backend.name }), node("p", { class: "summary", text: backend.summary }),
      node("div", { class: "chips" }, ...solvers), options.length ? node("div", { class: "chips" }, ...options) : null);
  }

  // The option goes to the last row of its backend, or to a new row.
  function withOption(all, backend, name, choice) {
    const at = all.findLastIndex((row) => /^\w+/.exec(row)?.[0] === backend);
    if (at < 0) return [...all, `${backend}+${name}=${choice}`];
    const kept = all[at].split("+").filter((part) => !part.startsWith(`${name}=`));
    return all.map((row, i) => (i === at ? [...kept, `${name}=${choice}`].join("+") : row));
  }

  async function begin() {
    current?.stop();
    const question = lab.ask(lab.options());
    const watched = new Map();
    lab.problem(problem, null);
    lab.problem(rowsProblem, null);
    progress.replaceChildren();
    result.replaceChildren();
    result.classList.remove("old");
    run.disabled = true;
    stop.disabled = false;
    lab.say("running");
    const mine = (current = lab.stream("/run", lab.options(), (event) => take(event, watched, question)));
    const clock = setInterval(() => tick(watched, question.seconds), 250);
    try {
      await mine.done;
    } catch (error) {
      if (error.name === "AbortError") ended(watched, "stopped");
      else lab.problem(error.field === "rows" ? rowsProblem : problem, error);
    } finally {
      clearInterval(clock);
      if (current === mine) {
        run.disabled = false;
        stop.disabled = true;
      }
    }
  }

  function take(event, watched, question) {
    if (event.event === "started") {
      const line = { since: performance.now(), count: null, text: node("span", { text: "started" }), bar: node("progress", { max: question.seconds, "aria-label": event.row }) };
      line.bar.value = 0;
      line.item = node("li", {}, node("strong", { text: event.row }), line.bar, line.text);
      watched.set(event.row, line);
      progress.append(line.item);
    } else if (event.event === "progress") watched.get(event.row).count = event.count;
    else if (event.event === "finished") finish(watched.get(event.row), event);
    else if (event.event === "note") progress.append(node("li", { text: event.text }));
    else if (event.event === "result") show(event, question);
  }

  function finish(line, event) {
    if (!line) return;
    line.done = true;
    line.bar.remove();
    line.text.textContent = [event.found, event.reason].filter(Boolean).join(": ");
    lab.say(`${event.row}: ${line.text.textContent}`);
  }

  function tick(watched, limit) {
    for (const line of watched.values()) {
      if (line.done) continue;
      const elapsed = (performance.now() - line.since) / 1000;
      line.bar.value = elapsed;
      const found = line.count ? `${line.count.toLocaleString("en")} solutions so far` : "no solutions so far";
      line.text.textContent = `${found}, ${elapsed.toFixed(0)} of ${limit} s`;
    }
  }

  function ended(watched, word) {
    for (const line of watched.values()) {
      if (line.done) continue;
      line.bar.remove();
      line.text.textContent = `${word}: ${line.count ? `≥ ${line.count.toLocaleString("en")}` : "no"} solutions so far`;
    }
    result.replaceChildren(node("p", { class: "verdict verdict-incomplete" }, node("strong", { text: `… ${word}` })));
    lab.say(word);
  }

  function show(answer, question) {
    progress.replaceChildren();
    result.replaceChildren(...outcome(answer, question));
    lab.say(`${answer.word}: ${answer.sentence}`);
  }

  function outcome(answer, question) {
    const parts = [verdict(answer), table(answer)];
    if (answer.classes) parts.push(node("p", { text: answer.classes }));
    if (answer.reasons.length) parts.push(list(answer.reasons));
    if (answer.methods.length) parts.push(node("details", {}, node("summary", { text: "How the rows counted" }), list(answer.methods)));
    if (answer.witness) parts.push(node("h3", { text: "Witness" }), node("p", { text: answer.witness.sentence }), leaf([answer.witness.assignment], question, "the witness"));
    if (answer.solutions.length) parts.push(node("h3", { text: "Solutions" }), leaf(answer.solutions[0], question, answer.shown));
    if (answer.optimal) parts.push(node("h3", { text: "Optimal solutions" }), ...outcome(answer.optimal, question));
    return parts;
  }

  const list = (texts) => node("ul", { class: "texts" }, ...texts.map((text) => node("li", { text })));
  const verdict = (answer) => node("p", { class: `verdict verdict-${answer.verdict}` },
    node("strong", { text: `${SIGNS[answer.verdict] || ""} ${answer.word}:` }), ` ${answer.sentence}`);

  function table(answer) {
    const cell = (tag, at, text) => node(tag, { class: answer.columns[at][1] ? "left" : "right", scope: tag === "th" ? "col" : undefined, text });
    const head = node("tr", {}, ...answer.columns.map(([title], at) => cell("th", at, title)));
    const body = answer.rows.map((row) => node("tr", {}, ...row.map((text, at) => cell("td", at, text))));
    return node("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Rows" },
      node("table", { class: "rows" }, node("caption", { text: answer.title }), node("thead", {}, head), node("tbody", {}, ...body)));
  }

  // Solutions, one at a time, each drawn by its puzzle.
  function leaf(solutions, question, shown) {
    const picture = node("div", { class: "solution" });
    const where = node("span", { class: "where", role: "status" });
    let at = 0;
    const go = (step) => {
      at = (at + step + solutions.length) % solutions.length;
      draw();
    };
    const button = (text, step, label) => node("button", { type: "button", text, "aria-label": label, disabled: solutions.length < 2, onclick: () => go(step) });
    const frame = node("div", { class: "leaf" },
      node("div", { class: "line" }, button("◀", -1, "Previous solution"), where, button("▶", 1, "Next solution")), picture);
    frame.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step && solutions.length > 1) go(step);
    });

    async function draw() {
      const wanted = at;
      const all = /^\d/.test(shown); // "the first 200 solutions of 724" is worth a word
      where.textContent = solutions.length < 2 ? shown : `${at + 1} of ${solutions.length}${all ? "" : ` (${shown})`}`;
      try {
        const answer = await lab.post("/run/picture", { ...question, assignment: solutions[wanted] });
        if (wanted !== at) return;
        picture.replaceChildren(answer.picture ? node("img", { src: source(answer.picture), alt: answer.text })
          : node("pre", { text: answer.drawing ?? answer.text }));
      } catch (error) {
        picture.replaceChildren(node("p", { class: "problem", text: error.message }));
      }
    }
    draw();
    return frame;
  }
}
