// The lab's page. Each part is a module parts/NAME.js with `export function start(lab)`; its element is <section id="NAME">.
//
// lab.state              {puzzle: "nqueens", parameters: ["8"], givens: ["queen[1]=3", "queen[2]!=5"]}
// lab.description        the answer of /board for this state: {title, variables: [{name, values, derived}], kind, cells, …}, or null
// lab.set({…})           changes the state; listeners of "change" are called with {puzzle: bool, givens: bool}
// lab.on("change", f)    the puzzle or the givens changed. lab.on("board", f): lab.description is there (or null)
// lab.on("show", f)      f(name): the tab of part `name` was opened. lab.on("offered", f): lab.offered has all puzzles and rows
// lab.options()          what the part Run is asked: {rows, question, seconds, …}; lab.on("options", f): it changed
// lab.section(name)      the part's element
// lab.ask({…})           the state and more, as the body of a question
// lab.post(path, more)   asks a question: a promise of the answer. It rejects with a LabError {message, field, kind}
// lab.stream(path, more, onEvent)   {stop(), done}: events while a call runs; `done` rejects with a LabError
// lab.board(element, {marks, onClick, label, picture})   draws the board; see board.js
// lab.node(tag, {…}, …children)     makes an element; keys: class, text, on…: function, anything else is an attribute
// lab.say(text)          says it to a screen reader
// lab.problem(element, error | null)   shows an error as a sentence in the element (class "problem"), or hides it
import { board } from "./board.js";

export class LabError extends Error {
  constructor({ error, field = "", kind = "" }) {
    super(error);
    this.field = field;
    this.kind = kind;
  }
}

export function node(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "text") made.textContent = value;
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

const listeners = { change: [], board: [], show: [], offered: [], options: [] };

async function asked(path, body, signal) {
  let response;
  try {
    const headers = { "Content-Type": "application/json" };
    response = await fetch(`.${path}`, { method: "POST", headers, body: JSON.stringify(body), signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new LabError({ error: "The lab does not answer. Is `threefold lab` still running?", kind: "Gone" });
  }
  if (!response.ok) throw new LabError(await response.json());
  return response;
}

async function follow(path, body, onEvent, signal) {
  const response = await asked(path, body, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks.filter((text) => text.startsWith("data: "))) {
      const event = JSON.parse(block.slice(6));
      if (event.event === "error") throw new LabError(event);
      onEvent(event);
    }
  }
}

export const lab = {
  state: { puzzle: "", parameters: [], givens: [] },
  description: null,
  offered: null,
  options: () => ({}),
  node,
  board: (element, options) => board(lab, element, options),
  section: (name) => document.getElementById(name),
  on(event, listener) {
    listeners[event].push(listener);
  },
  tell(event, detail) {
    for (const listener of listeners[event]) listener(detail);
  },
  set(changes) {
    const before = { ...lab.state };
    Object.assign(lab.state, changes);
    const differs = (name) => JSON.stringify(before[name]) !== JSON.stringify(lab.state[name]);
    const puzzle = differs("puzzle") || differs("parameters");
    if (puzzle || differs("givens")) lab.tell("change", { puzzle, givens: differs("givens") });
  },
  ask: (more = {}) => ({ ...lab.state, ...more }),
  async post(path, more = {}) {
    return (await asked(path, lab.ask(more))).json();
  },
  stream(path, more, onEvent) {
    const control = new AbortController();
    return { stop: () => control.abort(), done: follow(path, lab.ask(more), onEvent, control.signal) };
  },
  say(text) {
    document.getElementById("said").textContent = text;
  },
  problem(element, error) {
    element.classList.add("problem");
    element.hidden = !error;
    element.textContent = error ? sentence(error.message) : "";
    if (error) lab.say(element.textContent);
  },
};

const sentence = (text) => (/[.?!…]$/.test(text) ? text : `${text}.`);

function openTab(tab, focus) {
  for (const each of document.querySelectorAll("[role=tab]")) {
    const chosen = each === tab;
    each.setAttribute("aria-selected", chosen);
    each.tabIndex = chosen ? 0 : -1;
    lab.section(each.getAttribute("aria-controls")).hidden = !chosen;
  }
  if (focus) tab.focus();
  lab.tell("show", tab.getAttribute("aria-controls"));
}

function startTabs() {
  const tabs = [...document.querySelectorAll("[role=tab]")];
  for (const tab of tabs) tab.addEventListener("click", () => openTab(tab));
  document.getElementById("tabs").addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -tabs.length, End: tabs.length }[event.key];
    if (!step) return;
    const at = Math.max(-1, Math.min(tabs.length, tabs.indexOf(document.activeElement) + step));
    const chosen = Math.abs(step) === 1 ? (at + tabs.length) % tabs.length : Math.max(0, Math.min(tabs.length - 1, at));
    openTab(tabs[chosen], true);
    event.preventDefault();
  });
  openTab(tabs[0]);
}

async function startPart(name) {
  const { start } = await import(`./parts/${name}.js`);
  return start(lab);
}

async function begin() {
  const names = ["run", "deadends", "inside", "check", "watch"];
  await Promise.all(names.map((name) => startPart(name).catch((error) => lab.section(name).append(String(error)))));
  startTabs();
  await startPart("board"); // last: it sets the first puzzle, and the others listen
}

begin();
