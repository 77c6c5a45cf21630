// SPDX-License-Identifier: MIT
// The drawing: boxes and lines on Cytoscape's canvas, in the page's colours, and what lights up in it.
//
//   const drawing = new Drawing(document.getElementById("canvas"), data)
//   drawing.showPath(entry)      drawing.showCycle(map of box id → { outcome, note })      drawing.showHeat(map, title)
"use strict";

// Boxes from which the drawing spares itself: labels and arrows only of what is in view and large enough to be read, and moving shows a
// picture of the last view instead of every line.
const LARGE = 600, NEAR = 0.4;

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();

function mixed(cold, hot, share) {
  const parts = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
  const a = parts(cold), b = parts(hot);
  return "rgb(" + a.map((from, i) => Math.round(from + (b[i] - from) * share)).join(",") + ")";
}

const shortened = (text, size) => text.length > size ? text.slice(0, size - 1) + "…" : text;

// How a box is labelled: the order of its steps, its name, and a line of what it is or of what it says.
function label(box, steps, note) {
  const order = steps ? shortened(steps.join(","), 9) + " · " : "";
  const second = note !== undefined ? note : box.text.slice(1).join(", ");
  return order + shortened(box.text[0], 26) + (second ? "\n" + shortened(second, 24) : "");
}

function styles(large) {
  const c = Object.fromEntries(["node", "event", "sink", "edge", "text", "soft", "line", "path", "dirty", "dirty-fill", "arrested",
    "arrested-fill", "ran", "failed", "failed-fill"].map((name) => [name, colour(name)]));
  const outcome = (name, line, fill) => ({ selector: "node." + name, style: {
    "border-color": line, "border-width": 3, ...(fill ? { "background-color": fill, color: c.text } : {}) } });
  return [
    { selector: "node", style: {
      shape: "round-rectangle", width: "data(width)", height: "data(height)", "background-color": c.node, "border-width": 1,
      "border-color": c.edge, ...(large ? {} : { label: "data(label)" }), color: c.text, "font-size": 12, "font-family": "system-ui, sans-serif",
      "text-wrap": "wrap", "text-valign": "center", "text-halign": "center", "min-zoomed-font-size": 5 } },
    { selector: "node.near", style: { label: "data(label)" } },
    { selector: "node.event", style: { shape: "ellipse" } },
    { selector: "node.sink", style: { shape: "cut-rectangle", "background-color": c.sink } },
    { selector: "edge", style: large ? { width: 1.2, "line-color": c.edge, "curve-style": "haystack", "haystack-radius": 0 } : {
      width: 1.2, "line-color": c.edge, "target-arrow-color": c.edge, "target-arrow-shape": "triangle", "arrow-scale": 0.8,
      "curve-style": "straight", label: "data(label)", "font-size": 11, color: c.soft, "min-zoomed-font-size": 7,
      "text-background-color": colour("back"), "text-background-opacity": 0.85, "text-background-padding": 1 } },
    { selector: "edge.dotted", style: { "line-style": "dotted" } },
    { selector: "edge.dashed", style: { "line-style": "dashed",
      ...(large ? {} : { "curve-style": "unbundled-bezier", "control-point-distances": 50 }) } },
    { selector: "edge.near", style: { "mid-target-arrow-shape": "triangle", "mid-target-arrow-color": c.edge, "arrow-scale": 0.8 } },
    { selector: ".faded", style: { opacity: 0.28 } },
    { selector: "node.path", style: { "border-color": c.path, "border-width": 2.5 } },
    { selector: "edge.path", style: { "line-color": c.path, "target-arrow-color": c.path, "mid-target-arrow-color": c.path, width: 2 } },
    { selector: "node.heated", style: { "background-color": "data(heat)", color: "data(ink)" } },
    outcome("arrested", c.arrested, c["arrested-fill"]), outcome("ran", c.ran), outcome("dirty", c.dirty, c["dirty-fill"]),
    outcome("failed", c.failed, c["failed-fill"]),
    { selector: "node.found", style: { "outline-color": c.path, "outline-width": 4, "outline-offset": 3, "outline-opacity": 0.6 } },
  ];
}

// The middle and the size of all boxes together.
function frameOf(boxes, positions) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    const { x, y } = positions.get(box.id);
    left = Math.min(left, x - box.width / 2); right = Math.max(right, x + box.width / 2);
    top = Math.min(top, y - box.height / 2); bottom = Math.max(bottom, y + box.height / 2);
  }
  return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top };
}

const OUTCOME_CLASSES = "dirty arrested ran failed";

class Drawing {
  constructor(element, data) {
    const boxes = data.boxes.map((box) => {
      const text = label(box), longest = Math.max(...text.split("\n").map((line) => line.length));
      return { ...box, width: Math.max(box.shape === "node" ? 150 : 80, longest * 7.2 + 34), height: box.shape === "node" ? 42 : 32 };
    });
    this.boxes = new Map(boxes.map((box) => [box.id, box]));
    this.steps = new Map();
    this.notes = new Map();
    const before = performance.now();
    const positions = layout(boxes, data.lines);
    this.layoutTime = performance.now() - before;
    const large = boxes.length > LARGE;
    this.cy = cytoscape({
      container: element, style: styles(large), layout: { name: "preset", fit: false }, minZoom: 0.01, maxZoom: 4, autoungrabify: large,
      boxSelectionEnabled: false, pixelRatio: large ? 1 : "auto", textureOnViewport: large, hideEdgesOnViewport: large,
      elements: {
        nodes: boxes.map((box) => ({ classes: box.shape, position: positions.get(box.id),
          data: { id: box.id, label: label(box), width: box.width, height: box.height } })),
        edges: data.lines.map((line, i) => ({ classes: line.style, data: { id: "line_" + i, source: line.from, target: line.to,
          label: large ? "" : line.label || "" } })),
      },
    });
    this.large = large;
    this.frame = frameOf(boxes, positions);
    this.fit();
    if (large) this.cy.on("viewport", () => {
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => this.refine(), 60);
    });
  }

  // The whole graph. Cytoscape would measure each label to know how much that is.
  fit() {
    const { cy, frame } = this, zoom = Math.min((cy.width() - 60) / frame.width, (cy.height() - 60) / frame.height, 1.6);
    cy.viewport({ zoom, pan: { x: cy.width() / 2 - frame.x * zoom, y: cy.height() / 2 - frame.y * zoom } });
  }

  // Labels and arrows of what is in view, once it has come to rest.
  refine() {
    const { cy } = this, { x1, x2, y1, y2 } = cy.extent();
    cy.batch(() => {
      cy.elements(".near").removeClass("near");
      if (cy.zoom() < NEAR) return;
      const seen = cy.nodes().filter((node) => {
        const { x, y } = node.position();
        return x > x1 - 100 && x < x2 + 100 && y > y1 - 50 && y < y2 + 50;
      });
      seen.addClass("near");
      seen.connectedEdges().addClass("near");
    });
  }

  recolour() { this.cy.style(styles(this.large)); }

  onNode(fn) {
    this.cy.on("tap", "node", (event) => fn(event.target.id()));
    this.cy.on("tap", (event) => { if (event.target === this.cy) fn(null); });
  }

  relabel(id) {
    const box = this.boxes.get(id);
    this.cy.getElementById(id).data("label", label(box, this.steps.get(id), this.notes.get(id)));
  }

  // The boxes of an entry with the numbers of their steps, and the lines between them; null: the whole graph.
  showPath(steps) {
    const { cy } = this;
    cy.batch(() => {
      const old = [...this.steps.keys()];
      this.steps = steps || new Map();
      cy.elements(".path, .faded").removeClass("path faded");
      for (const id of new Set([...old, ...this.steps.keys()])) this.relabel(id);
      if (!steps) return;
      const on = cy.nodes().filter((node) => this.steps.has(node.id()));
      const path = on.union(on.edgesWith(on).not(".dashed"));
      path.addClass("path");
      cy.elements().not(path).addClass("faded");
    });
  }

  // What came of each box in a cycle, with a line to show in it.
  showCycle(outcomes) {
    const { cy } = this;
    cy.batch(() => {
      const old = this.notes;
      cy.nodes(".dirty, .arrested, .ran, .failed").removeClass(OUTCOME_CLASSES);
      this.notes = new Map([...outcomes].filter(([, it]) => it.note).map(([id, it]) => [id, it.note]));
      for (const [id, it] of outcomes) if (it.outcome) cy.getElementById(id).addClass(it.outcome);
      for (const id of new Set([...old.keys(), ...this.notes.keys()])) this.relabel(id);
    });
  }

  // A share of the hottest for each box; null: none.
  showHeat(shares) {
    const { cy } = this, cold = colour("cold"), hot = colour("hot");
    cy.batch(() => {
      cy.nodes(".heated").removeClass("heated");
      for (const [id, share] of shares || []) {
        cy.getElementById(id).data({ heat: mixed(cold, hot, share), ink: share > 0.45 ? "#ffffff" : colour("text") }).addClass("heated");
      }
    });
  }

  // Marks a box; brings it into view when asked to.
  find(id, show) {
    const { cy } = this;
    cy.nodes(".found").removeClass("found");
    if (!id) return;
    const node = cy.getElementById(id).addClass("found");
    if (show) {
      if (cy.zoom() < 0.5) cy.zoom(0.9);
      cy.center(node);
    }
  }
}
