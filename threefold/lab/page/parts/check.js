// Check mine: a formula that is pasted, dropped or chosen, against the specification.
import { clauseList, marksOf, reveal, unpress } from "../mentions.js";

const MOST = 7 * 2 ** 20; // characters; the server takes a little more
const WORDS = { both: "too weak and too strong" };
const GOOD = ["equal", "equivalent"];

export function start(lab) {
  const { node } = lab;
  const section = lab.section("check");
  const text = node("textarea", { id: "check-text", rows: 8, spellcheck: "false", "aria-describedby": "check-problem",
    placeholder: "p cnf 16 80\n1 2 3 4 0\n-1 -2 0\n…" });
  const file = node("input", { type: "file", id: "check-file", accept: ".cnf,.dimacs,.txt,.lp,.mps,.opb" });
  const lenient = node("input", { type: "checkbox", id: "check-lenient" });
  const button = node("button", { class: "main", text: "Check" });
  const stop = node("button", { type: "button", text: "Stop", hidden: true, onclick: () => running?.stop() });
  const problem = node("p", { id: "check-problem" });
  const result = node("div", { class: "result" });
  const form = node("form", {},
    node("label", { class: "tall", for: "check-text" }, "Your CNF for this puzzle, in DIMACS form: paste it, or drop a file here"), text,
    node("div", { class: "fields" }, node("label", {}, "or choose a file ", file),
      node("label", { for: "check-lenient" }, lenient, "Accept a wrong or missing header"), button, stop));
  section.append(
    node("p", { class: "summary", text: "Is my CNF right? The formula is compared with the specification of the board on this page, its givens included. "
      + "The text is sent; nothing of it is run. A 0/1 program (.lp, .mps, .opb) is read too." }),
    form, problem, result);
  lab.problem(problem, null);
  let name = "";
  let running = null;

  async function take(chosen) {
    if (!chosen) return;
    if (chosen.size > MOST) {
      lab.problem(problem, { message: `${chosen.name} has ${chosen.size.toLocaleString("en")} bytes; at most ${MOST.toLocaleString("en")} are read` });
      return;
    }
    text.value = await chosen.text();
    name = chosen.name;
    lab.problem(problem, null);
    check();
  }
  file.addEventListener("change", () => take(file.files[0]));
  text.addEventListener("input", () => (name = ""));
  for (const [event, over] of [["dragover", true], ["dragleave", false], ["drop", false]]) {
    text.addEventListener(event, (happened) => {
      happened.preventDefault();
      text.classList.toggle("over", over);
      if (event === "drop") take(happened.dataTransfer.files[0]);
    });
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    check();
  });
  lab.on("change", () => {
    running?.stop();
    result.replaceChildren();
  });

  async function check() {
    if (text.value.length > MOST) {
      lab.problem(problem, { message: `the formula has ${text.value.length.toLocaleString("en")} characters; at most ${MOST.toLocaleString("en")} are read` });
      return;
    }
    running?.stop();
    lab.problem(problem, null);
    result.replaceChildren(node("p", { class: "summary", text: "Comparing …" }));
    const started = lab.stream("/check", { text: text.value, name, lenient: lenient.checked }, (event) => show(event.relation, event.event !== "result"));
    running = started;
    stop.hidden = false;
    try {
      await started.done;
      lab.say(result.querySelector(".verdict")?.textContent ?? "");
    } catch (error) {
      if (running !== started) return;
      if (error.name === "AbortError") result.append(node("p", { class: "summary", text: "Stopped: what is above was known until then." }));
      else {
        if (!result.querySelector(".verdict")) result.replaceChildren();
        lab.problem(problem, error);
        if (error.field === "text") pointOut(error.message);
      }
      return;
    } finally {
      if (running === started) stop.hidden = true;
    }
    text.removeAttribute("aria-invalid");
  }

  // The reader's sentence begins with the line: it is selected.
  function pointOut(message) {
    text.setAttribute("aria-invalid", "true");
    const line = Number(/^line (\d+): /.exec(message)?.[1] ?? 0);
    if (!line) return;
    const before = text.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    const end = text.value.indexOf("\n", before);
    text.focus();
    text.setSelectionRange(before, end < 0 ? text.value.length : end);
  }

  function show(relation, going) {
    const word = WORDS[relation.verdict] ?? relation.verdict;
    const good = GOOD.includes(relation.verdict);
    const sign = good ? "✓" : relation.verdict === "unknown" ? "…" : "✗";
    const [item, variable] = relation.form === "rows" ? ["rows", "columns"] : ["clauses", "variables"];
    const size = `${relation.variables.toLocaleString("en")} ${variable}${relation.auxiliaries ? ` (${relation.auxiliaries.toLocaleString("en")} auxiliary)` : ""} · `
      + `${relation.clauses.toLocaleString("en")} ${item} · ${relation.form === "rows" ? "columns" : "numbers"} by ${relation.naming}`;
    result.replaceChildren(
      node("p", { class: `verdict ${good ? "verdict-agree" : relation.verdict === "unknown" ? "" : "verdict-disagree"}` }, node("strong", { text: `${sign} ${word}` }), `: ${relation.sentence}.`),
      node("p", { class: "summary", text: going ? `${size}. The comparison goes on …` : size }),
      ...relation.warnings.map((warning) => node("p", { class: "summary", text: `Warning: ${warning}` })),
      causes(relation, good),
      relation.wrong ? counter("A model that is not a solution", `It violates '${relation.wrong.group}': ${relation.wrong.violated}`,
        relation.wrong, "wrong", lists(relation)) : "",
      relation.lost ? counter("A solution that the formula excludes", relation.lost.text, relation.lost, "lost",
        [[`The clauses to blame, ${relation.lost.jointly ? "all together" : "each alone"}`, relation.lost.blamed]]) : "",
      relation.wrong ? "" : others(relation),
    );
  }

  const causes = (relation, good) => (relation.causes.length
    ? node("section", {}, node("h3", { text: good ? "Worth knowing" : "Likely cause" }), node("ul", {}, ...relation.causes.map((cause) => node("li", { text: cause })))) : "");

  function lists(relation) {
    const found = [];
    if (relation.missing.count) found.push(["Missing: clauses of the spec's CNF that do not follow from the formula", relation.missing]);
    if (relation.extras.count) found.push(["Extra but harmless: the spec's CNF lacks them but implies them", relation.extras]);
    return found;
  }

  function others(relation) {
    const found = lists(relation);
    return found.length ? counter("Clauses", "", { values: [] }, "none", found) : "";
  }

  function counter(title, sentence, shown, state, listed) {
    const place = node("div", { class: "small-board" });
    const clauses = node("div", { class: "details" });
    const own = Object.fromEntries(shown.values.map((literal) => [literal, { state, text: "●", title: `${literal} in this assignment` }]));
    const made = node("section", { class: "counter" }, node("h3", { text: title }), sentence ? node("p", { text: sentence }) : "",
      node("div", { class: "beside" }, node("div", { class: "sticky" }, place), clauses));
    const drawn = lab.board(place, { marks: own, label: title });
    for (const [heading, list] of listed) {
      const items = list.clauses.map((clause) => ({ ...clause, label: clause.group ? `'${clause.group}': ` : `clause ${clause.index}: ` }));
      const part = node("section", {}, node("h4", { text: `${heading} (${list.count.toLocaleString("en")})` }), clauseList(lab, items, (item) => {
        unpress(clauses, part);
        const marks = marksOf(lab, item.mentions);
        drawn.update({ marks: merged(own, marks), bright: Object.keys(marks), label: `Cells of ${item.text}` });
        reveal(place);
        lab.say(`${item.text}: its cells are marked`);
      }, heading));
      const more = list.count - items.length;
      if (more > 0) part.append(node("p", { class: "summary", text: `… and ${more.toLocaleString("en")} more` }));
      clauses.append(part);
    }
    return made;
  }

  function merged(own, marks) {
    const both = { ...own, ...marks };
    for (const literal of Object.keys(marks)) {
      if (own[literal]) both[literal] = { ...own[literal], text: `●${marks[literal].text}`, title: `${own[literal].title}; ${marks[literal].title}` };
    }
    return both;
  }
}
