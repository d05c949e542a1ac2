// Watch it search: the steps of a solver of our own, forward and back, on the board.
import { valueOf, variableOf } from "../board.js";
import { literalsOf, reveal } from "../mentions.js";

const SIGNS = {
  decided: ["●", "decided"], forced: ["○", "follows"], out: ["×", "ruled out"], conflict: ["!", "in the conflict"], solved: ["★", "in the solution"],
};

export function start(lab) {
  const { node } = lab;
  const section = lab.section("watch");
  const solver = node("select", { id: "watch-solver" },
    node("option", { value: "backtracking", text: "Backtracking on the specification" }),
    node("option", { value: "sat:dpll", text: "DPLL on the CNF" }));
  const options = node("input", { id: "watch-options", size: 18, placeholder: "+amo=pairwise", spellcheck: "false",
    autocomplete: "off", "aria-describedby": "watch-problem" });
  const most = node("input", { id: "watch-steps", type: "number", min: 1, max: 20000, value: 2000 });
  const until = node("input", { id: "watch-solutions", type: "number", min: 0, max: 20000, value: 1 });
  const problem = node("p", { id: "watch-problem" });
  const stop = node("button", { type: "button", id: "watch-stop", text: "Stop", hidden: true, onclick: () => running?.stop() });
  const encoding = node("label", { for: "watch-options", hidden: true }, "Encoding ", options);
  const form = node("form", { class: "fields" },
    node("label", { for: "watch-solver" }, "Search ", solver), encoding,
    node("label", { for: "watch-steps" }, "Steps at most ", most),
    node("label", { for: "watch-solutions" }, "Solutions (0: all) ", until), node("button", { class: "main", text: "Start" }), stop);
  const player = node("div", { class: "player", hidden: true });
  section.append(node("p", { class: "summary", text: "Step through a search of our own: what it decides, what follows, where it fails, and how it goes back." }),
    form, problem, player);
  lab.problem(problem, null);

  const place = node("div", { class: "watch-board" });
  const slider = node("input", { type: "range", min: 0, value: 0, id: "watch-slider", "aria-label": "Step" });
  const position = node("output", { for: "watch-slider" });
  const sentence = node("p", { class: "sentence" });
  const depth = node("p", { class: "summary" });
  const decisions = node("ol", { class: "decisions", "aria-label": "Decisions that hold" });
  const log = node("ol", { class: "log", "aria-label": "The last steps" });
  const auxiliary = node("p", { class: "summary" });
  const ending = node("p", { class: "summary" });
  const tool = (text, label, action, key) => node("button", { type: "button", text, "aria-label": label, title: key ? `${label} (${key})` : label, onclick: action });
  const play = tool("▶ Play", "Play", () => (timer ? pause() : run()), "space");
  const tools = node("div", { class: "fields tools", role: "toolbar", "aria-label": "Steps" },
    tool("|◀", "To the beginning", () => go(0), "Home"), tool("◀", "Back", () => go(at - 1), "←"), play, tool("▶|", "Forward", () => go(at + 1), "→"),
    tool("! Next conflict", "Next conflict", () => next("conflict"), "c"), tool("★ Next solution", "Next solution", () => next("solution"), "s"));
  player.append(tools, node("div", { class: "slider" }, slider, position), sentence,
    node("div", { class: "beside" },
      node("div", {}, place, node("ul", { class: "legend" }, ...Object.entries(SIGNS).map(([state, [sign, title]]) =>
        node("li", {}, node("span", { class: `mark mark-${state}`, text: sign, "aria-hidden": "true" }), title)))),
      node("div", { class: "details" }, depth, decisions, auxiliary, node("h3", { text: "Steps" }), log, ending)));
  const drawn = lab.board(place, { label: "Board of the search" });

  let steps = [];
  let at = 0; // steps that are done: 0 is the beginning
  let timer = null;
  let running = null;
  let alone = {}; // by literal: whether its cell has no other literal

  solver.addEventListener("change", () => (encoding.hidden = solver.value === "backtracking"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    load();
  });
  lab.on("change", () => {
    running?.stop();
    stop.hidden = true;
    pause();
    player.hidden = true;
    lab.problem(problem, null);
  });
  lab.on("show", (name) => name !== "watch" && pause());
  slider.addEventListener("input", () => go(Number(slider.value)));
  player.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const onSlider = event.target === slider;
    const onButton = event.target.tagName === "BUTTON";
    const keys = { c: () => next("conflict"), s: () => next("solution") };
    if (!onSlider) Object.assign(keys, { ArrowRight: () => go(at + 1), ArrowLeft: () => go(at - 1), Home: () => go(0), End: () => go(steps.length) });
    if (!onButton) keys[" "] = () => play.click();
    if (!keys[event.key]) return;
    keys[event.key]();
    event.preventDefault();
  });

  const number = (input) => (input.value === "" || !Number.isInteger(Number(input.value)) ? null : Number(input.value));

  async function load() {
    running?.stop();
    pause();
    lab.problem(problem, null);
    const row = solver.value + (encoding.hidden ? "" : options.value.trim() && `+${options.value.trim().replace(/^\+/, "")}`);
    steps = [];
    const started = lab.stream("/watch", { row, steps: number(most), solutions: number(until) }, (event) => {
      if (event.event === "steps") {
        steps.push(...event.steps);
        slider.max = steps.length;
        if (steps.length === event.steps.length) open();
        else showPosition();
      } else ending.textContent = `${steps.length.toLocaleString("en")} steps; ${event.ending}.`;
    });
    running = started;
    stop.hidden = false;
    player.setAttribute("aria-busy", "true");
    ending.textContent = "";
    try {
      await started.done;
    } catch (error) {
      if (running !== started) return;
      const stopped = error.name === "AbortError";
      if (!steps.length) player.hidden = true;
      else ending.textContent = `${steps.length.toLocaleString("en")} steps; ${stopped ? "stopped" : error.message}.`;
      if (stopped) lab.say("Stopped");
      else lab.problem(problem, error);
    } finally {
      if (running === started) {
        stop.hidden = true;
        player.removeAttribute("aria-busy");
      }
    }
  }

  function open() {
    alone = {};
    for (const [, , , , keys] of lab.description?.cells ?? []) {
      for (const [position, value] of keys) alone[`${lab.description.variables[position].name}=${value}`] = keys.length === 1;
    }
    player.hidden = !steps.length;
    go(0);
    slider.focus();
  }

  function run() {
    if (at >= steps.length) go(0);
    play.textContent = "❚❚ Pause";
    play.setAttribute("aria-label", "Pause");
    timer = setInterval(() => (at < steps.length ? go(at + 1, true) : pause()), 400);
  }

  function pause() {
    clearInterval(timer);
    timer = null;
    play.textContent = "▶ Play";
    play.setAttribute("aria-label", "Play");
  }

  function next(kind) {
    const found = steps.findIndex((step, index) => index >= at && step.kind === kind);
    if (found < 0) lab.say(`There is no later ${kind} in these steps`);
    else go(found + 1);
  }

  // The trail after the first `count` steps: what is true, by which kind of step, and the decisions.
  function replay(count) {
    const held = []; // steps that are not undone
    const taken = [];
    for (const step of steps.slice(0, count)) {
      for (let undone = step.undone; undone > 0; ) undone -= held.pop().count;
      while (taken.length > step.depth || (step.kind === "decision" && taken.length === step.depth)) taken.pop();
      held.push(step);
      if (step.kind === "decision") taken.push(step.made[0][0]);
    }
    return { trail: held.flatMap(({ made, kind }) => made.map((fact) => ({ fact, kind }))), taken };
  }

  function marksOf(trail, step) {
    const marks = {};
    const put = (literal, state) => {
      const [sign, title] = SIGNS[state];
      const drawnAlready = variableOf(literal) in (lab.description?.fixed ?? {}); // the picture has its value
      if (drawnAlready && state === "out") return;
      const text = drawnAlready && state !== "conflict" ? "" : alone[literal] === false && state !== "out" ? valueOf(literal) : sign;
      marks[literal] = { state, text, title: `${literal} ${title}` };
    };
    for (const { fact, kind } of trail) {
      const [, variable, values, positive] = fact;
      if (variable === null) continue;
      const boolean = isBoolean(variable);
      const state = kind === "decision" ? "decided" : "forced";
      if (boolean) {
        const value = positive ? values[0] : 1 - values[0];
        put(`${variable}=${value}`, state);
        put(`${variable}=${1 - value}`, "out");
      } else if (positive && values?.length === 1) put(`${variable}=${values[0]}`, state);
      else if (positive) for (const literal of others(variable, values)) put(literal, "out");
      else for (const literal of literalsOf(lab, fact)) put(literal, "out");
    }
    if (step?.kind === "conflict") for (const fact of [...step.made, ...step.about.filter(([, , values]) => values)]) {
      for (const literal of literalsOf(lab, fact)) put(literal, "conflict");
    }
    if (step?.kind === "solution") for (const [literal, mark] of Object.entries(marks)) if (["decided", "forced"].includes(mark.state)) put(literal, "solved");
    return marks;
  }

  const known = (variable) => lab.description?.variables.find((each) => each.name === variable);
  const isBoolean = (variable) => known(variable)?.boolean;
  const others = (variable, values) => (known(variable)?.values ?? []).filter((value) => !values?.includes(value)).map((value) => `${variable}=${value}`);

  function showPosition() {
    position.textContent = `step ${at.toLocaleString("en")} of ${steps.length.toLocaleString("en")}`;
  }

  function go(to, playing = false) {
    if (!playing) pause();
    at = Math.max(0, Math.min(steps.length, to));
    const step = steps[at - 1];
    const { trail, taken } = replay(at);
    slider.value = at;
    const said = step ? `${step.sentence}.` : "Before the first step: every value is possible.";
    slider.setAttribute("aria-valuetext", `${at} of ${steps.length}: ${said}`);
    showPosition();
    sentence.className = `sentence ${step?.kind ?? ""}`;
    sentence.textContent = said;
    const about = step?.kind === "propagation" || step?.kind === "conflict" ? step.about : [];
    drawn.update({ marks: marksOf(trail, step), bright: about.flatMap((fact) => literalsOf(lab, fact)), label: `Board after step ${at}` });
    reveal(place);
    depth.textContent = `Depth ${taken.length}${taken.length ? ": the decisions that hold" : ""}`;
    decisions.replaceChildren(...taken.map((text) => node("li", { text })));
    const hidden = trail.filter(({ fact }) => fact[1] === null);
    const true_ = hidden.filter(({ fact }) => fact[3]).length;
    const values = trail.filter(({ fact }) => fact[1] !== null && known(fact[1])?.derived && fact[3]).map(({ fact }) => fact[0]);
    const shown = values.length > 8 ? [...values.slice(0, 7), `… ${values.length - 7} more`] : values;
    auxiliary.textContent = [values.length ? `Derived variables, not on the board: ${shown.join(", ")}.` : "",
      hidden.length ? `Auxiliary variables, not on the board: ${true_} true, ${hidden.length - true_} false.` : ""].join(" ");
    log.replaceChildren(...steps.slice(Math.max(0, at - 6), at).map((each, index, shown) =>
      node("li", { value: at - shown.length + index + 1, class: each.kind, "aria-current": index === shown.length - 1 ? "step" : undefined, text: each.sentence })));
    if (step && !playing && document.activeElement !== slider) lab.say(said); // the slider's own value is said otherwise
  }
}
