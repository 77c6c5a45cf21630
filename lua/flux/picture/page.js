// SPDX-License-Identifier: MIT
// The page: reads its data, and joins choosing an entry, a node, a profile and an audit to the drawing and the panel.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);

const drawing = new Drawing(byId("canvas"), data);
const panel = new Panel(data, choose);
const player = new Player(drawing, panel, () => { if (page.chosen) choose(page.chosen, false); legend(); });
const page = { data, drawing, panel, player, chosen: null, entry: null, step: -1 };
window.flux = page; // for the console, and for tests

// -- choosing -----------------------------------------------------------------------------------------------------------

// A node, an event type or a sink; null: none.
function choose(id, show) {
  page.chosen = id;
  drawing.find(id, show);
  if (!id) return panel.clear();
  const box = drawing.boxes.get(id);
  if (box.shape === "node") return panel.showNode(box.text[0], player.audit);
  const end = box.shape === "event" ? "from" : "to", other = box.shape === "event" ? "to" : "from";
  const names = data.lines.filter((line) => line[end] === id).map((line) => drawing.boxes.get(line[other]).text[0]);
  panel.showOther(box, [...new Set(names)]);
}

// The boxes of an entry, each with the numbers of its steps.
function stepsOf(entry) {
  const steps = new Map(), event = /^event (.*)$/.exec(entry.entry);
  if (event) steps.set("event_" + event[1], undefined);
  entry.steps.forEach((step, i) => {
    const sink = /^sink (.*)$/.exec(step.callback), id = sink ? "sink_" + sink[1] : "node_" + step.node;
    if (!steps.has(id)) steps.set(id, []);
    steps.get(id).push(i + 1);
  });
  return steps;
}

function chooseEntry(name) {
  page.entry = data.entries.find((entry) => entry.entry === name) || null;
  page.step = -1;
  byId("entry").value = page.entry ? name : "";
  drawing.showPath(page.entry && stepsOf(page.entry));
  panel.showPath(page.entry);
}

// Along the steps of the chosen entry.
function walk(by) {
  if (!page.entry) return;
  page.step = Math.min(Math.max(page.step + by, 0), page.entry.steps.length - 1);
  choose("node_" + page.entry.steps[page.step].node, true);
  panel.markStep(page.step);
}

// -- heat ---------------------------------------------------------------------------------------------------------------

function heat(what) {
  if (!what) { drawing.showHeat(null); return legend(); }
  const sums = new Map();
  for (const row of data.profile.callbacks) sums.set("node_" + row.node, (sums.get("node_" + row.node) || 0) + (row[what] || 0));
  const most = Math.max(...sums.values(), 0);
  drawing.showHeat([...sums].map(([id, sum]) => [id, most > 0 ? sum / most : 0]));
  page.hottest = what === "share" ? `${(100 * most).toFixed(1)} % of the time` : `${most} ${what}`;
  legend();
}

function legend() {
  const swatch = (name, text) => {
    const it = element("span", { class: "swatch" });
    it.style.borderColor = colour(name); it.style.background = colour(name + "-fill") || colour("node");
    return element("span", {}, it, text);
  };
  const parts = [];
  if (player.audit) parts.push(swatch("dirty", "dirty"), swatch("arrested", "arrested"), swatch("ran", "ran"), swatch("failed", "failed"));
  if (byId("heat").value) parts.push(element("span", {}, "0", element("span", { class: "ramp" }), page.hottest));
  byId("legend").replaceChildren(...parts);
}

// -- audit --------------------------------------------------------------------------------------------------------------

function message(text) {
  byId("message").hidden = !text;
  byId("message").textContent = text || "";
}

// A file that is refused leaves the one that plays.
function open(name, bytes) {
  try {
    player.load(new Audit(bytes, data), name);
    message("");
  } catch (problem) {
    message(`${name}: ${problem.message}`);
  }
}

function decoded(base64) {
  const text = atob(base64), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

// -- wiring -------------------------------------------------------------------------------------------------------------

for (const entry of data.entries) byId("entry").append(element("option", { value: entry.entry }, entry.entry));
for (const node of data.nodes) byId("names").append(element("option", { value: node.name }));
byId("size").textContent = `${data.nodes.length} nodes, ${data.state_bytes} bytes of state`;
byId("entry").onchange = (event) => chooseEntry(event.target.value);
byId("fit").onclick = () => drawing.fit();
byId("heat").onchange = (event) => heat(event.target.value);
byId("file").onchange = async (event) => {
  const file = event.target.files[0];
  if (file) open(file.name, new Uint8Array(await file.arrayBuffer()));
  event.target.value = "";
};
byId("find").oninput = (event) => {
  const text = event.target.value.trim().toLowerCase();
  const boxes = [...data.boxes].sort((a, b) => b.id.startsWith("node_") - a.id.startsWith("node_")); // nodes before events and sinks
  const named = (test) => boxes.find((box) => test(box.text[0].toLowerCase()));
  const box = text && (named((name) => name === text) || named((name) => name.startsWith(text)) || named((name) => name.includes(text)));
  if (box) choose(box.id, true);
};
drawing.onNode((id) => {
  if (id && id.startsWith("event_")) chooseEntry("event " + id.slice(6));
  choose(id, false);
});

const KEYS = {
  ArrowLeft: () => player.step(-1), ArrowRight: () => player.step(1), Home: () => player.go(0), End: () => player.go(Infinity),
  ArrowUp: () => walk(-1), ArrowDown: () => walk(1), 0: () => byId("fit").click(), "/": () => byId("find").focus(),
  Escape: () => { chooseEntry(""); choose(null); },
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^(INPUT|SELECT)$/.test(event.target.tagName)) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  if (KEYS[event.key]) { event.preventDefault(); KEYS[event.key](); }
});

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  drawing.recolour();
  heat(byId("heat").value);
  player.drawStrip();
});

if (data.profile) {
  byId("heat-choice").hidden = false;
  byId("heat").value = data.profile.callbacks.some((row) => row.share !== undefined) ? "share" : "runs";
  heat(byId("heat").value);
}
if (data.embedded) open(data.embedded.name, decoded(data.embedded.bytes));
