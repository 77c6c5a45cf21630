// SPDX-License-Identifier: MIT
// Where the boxes stand. Small graphs are laid out by dagre. It takes minutes for thousands of boxes, so that larger ones stand in
// columns, by the longest way from an event, each box beside the mean of those that it reads; a long chain of columns is folded.
//
//   const positions = layout(boxes, lines)      boxes: { id, width, height }; positions: id → { x, y }, the middles
"use strict";

const SMALL = 350; // boxes and lines that dagre lays out in well under a second
const GAP = { x: 60, y: 16 };

function byDagre(boxes, lines) {
  const g = new dagre.graphlib.Graph();
  g.setGraph({ rankdir: "LR", ranksep: GAP.x, nodesep: GAP.y + 6, edgesep: 12 });
  g.setDefaultEdgeLabel(() => ({}));
  for (const box of boxes) g.setNode(box.id, { width: box.width, height: box.height });
  for (const line of lines) if (line.style !== "dashed") g.setEdge(line.from, line.to);
  dagre.layout(g);
  return new Map(boxes.map((box) => [box.id, { x: g.node(box.id).x, y: g.node(box.id).y }]));
}

// The length of the longest way to each box; what flux.prev reads does not count.
function columnOf(boxes, out) {
  const column = new Map(), waits = new Map(boxes.map((box) => [box.id, 0]));
  for (const list of out.values()) for (const to of list) waits.set(to, waits.get(to) + 1);
  const ready = boxes.filter((box) => waits.get(box.id) === 0).map((box) => box.id);
  for (const id of ready) column.set(id, 0);
  for (let i = 0; i < ready.length; i++) {
    for (const to of out.get(ready[i])) {
      column.set(to, Math.max(column.get(to) || 0, column.get(ready[i]) + 1));
      waits.set(to, waits.get(to) - 1);
      if (waits.get(to) === 0) ready.push(to);
    }
  }
  return column;
}

// Boxes in columns, each column in the order of what its boxes are joined to, forth and back until it settles.
function ordered(boxes, out, into, column) {
  const columns = [];
  for (const box of boxes) (columns[column.get(box.id) || 0] ||= []).push(box.id);
  const place = new Map();
  const number = (list) => list.forEach((id, i) => place.set(id, (i + 0.5) / list.length));
  columns.forEach(number);
  const mean = (id, ends) => {
    const list = ends.get(id);
    return list.length === 0 ? place.get(id) : list.reduce((sum, other) => sum + place.get(other), 0) / list.length;
  };
  for (let round = 0; round < 8; round++) {
    const ends = round % 2 === 0 ? into : out;
    const list = round % 2 === 0 ? columns : columns.slice().reverse();
    for (const ids of list) {
      const keys = new Map(ids.map((id) => [id, mean(id, ends)]));
      ids.sort((a, b) => keys.get(a) - keys.get(b));
      number(ids);
    }
  }
  return columns;
}

function inColumns(boxes, lines) {
  const out = new Map(boxes.map((box) => [box.id, []])), into = new Map(boxes.map((box) => [box.id, []]));
  for (const line of lines) {
    if (line.style === "dashed" || line.from === line.to) continue;
    out.get(line.from).push(line.to); into.get(line.to).push(line.from);
  }
  const size = new Map(boxes.map((box) => [box.id, box]));
  const tallest = Math.max(12, Math.ceil(Math.sqrt(boxes.length) * 1.2));
  const columns = [];
  for (const ids of ordered(boxes, out, into, columnOf(boxes, out))) { // a column that is too tall becomes several
    for (let i = 0; i < ids.length; i += tallest) columns.push(ids.slice(i, i + tallest));
  }
  const step = Math.max(...boxes.map((box) => box.height)) + GAP.y;
  const widths = columns.map((ids) => Math.max(...ids.map((id) => size.get(id).width)) + GAP.x);
  const width = widths.reduce((sum, w) => sum + w, 0), height = Math.max(...columns.map((ids) => ids.length)) * step + 2 * GAP.x;
  const bands = Math.max(1, Math.round(Math.sqrt(width / (1.6 * height)))), limit = width / bands;
  const positions = new Map();
  let x = 0, band = 0;
  columns.forEach((ids, k) => {
    if (x > limit) { x = 0; band++; }
    ids.forEach((id, i) => positions.set(id, { x: x + widths[k] / 2, y: band * height + (i - (ids.length - 1) / 2) * step }));
    x += widths[k];
  });
  return positions;
}

function layout(boxes, lines) {
  return boxes.length + lines.length <= SMALL ? byDagre(boxes, lines) : inColumns(boxes, lines);
}
