// SPDX-License-Identifier: MIT
// What stands beside the drawing: a node, the steps of an entry, the records of a cycle. Texts of the graph only ever become text
// nodes, so that nothing in a name or a source is taken for markup.
"use strict";

const MOST = 400; // rows of a list that are shown

function element(tag, attributes = {}, ...children) {
  const it = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "onclick") it.onclick = value;
    else if (value !== undefined) it.setAttribute(name, value);
  }
  it.append(...children.filter((child) => child !== undefined && child !== null));
  return it;
}

const MODES = { active: "active", passive: "passive: read, does not trigger", prev: "prev: as the last cycle left it" };

function fieldText(field) { return field.name + (field.count ? `[${field.count}]` : ""); }

// The values of a field as [name, text, changed]: in an audit, or else its default.
function fieldValues(node, field, audit) {
  const initial = field.default === undefined ? "0" : field.default;
  if (!audit || audit.group < 0) return [[fieldText(field), initial, false]];
  const first = audit.names.fields.find((it) => it.node === node.name && it.name === field.name).first, rows = [];
  for (let i = 0; i < (field.count || 1); i++) {
    const value = audit.value(first + i), name = field.count ? `${field.name}[${i}]` : field.name;
    if (value) rows.push([name, value.text, value.changed]);
    else rows.push([name, audit.restored ? "not recorded" : initial, false]);
  }
  return rows;
}

function valueRow(field, [name, text, changed]) {
  return element("tr", { class: changed ? "changed" : "", title: field.comment },
    element("td", { class: "type" }, field.type), element("td", {}, name), element("td", { class: "number" }, text));
}

// The state; a long array is folded.
function stateTable(node, audit) {
  const table = element("table", { class: "state" });
  for (const field of node.fields) {
    const rows = fieldValues(node, field, audit).slice(0, MOST), changed = rows.filter((row) => row[2]).length;
    if (rows.length <= 4) table.append(...rows.map((row) => valueRow(field, row)));
    else {
      table.append(element("tr", { title: field.comment }, element("td", { class: "type" }, field.type), element("td", { colspan: 2 },
        element("details", {}, element("summary", {}, fieldText(field) + (changed ? `, ${changed} changed` : "")),
          element("table", {}, ...rows.map((row) => valueRow(field, row)))))));
    }
  }
  return table;
}

function callbackPart(callback, guards, offenders) {
  const part = element("div", { class: "callback" }, element("h3", {}, callback.label));
  for (const [entry, when] of guards) part.append(element("div", { class: "guard" }, `${entry}: ${when}`));
  if (callback.at) part.append(element("div", { class: "soft" }, callback.at));
  part.append(element("pre", { class: "source" }, callback.source || "the source is not in a file"));
  if (callback.c) part.append(element("pre", { class: "c" }, callback.c));
  else part.append(element("div", { class: "soft" }, offenders.length ? "no C: this graph cannot be exported" : "no C: the host supplies it"));
  return part;
}

function profileText(rows) {
  const sum = (name) => rows.reduce((total, row) => total + (row[name] || 0), 0);
  const runs = sum("runs");
  return `${runs} runs, ${sum("arrests")} arrests` + (rows.some((row) => row.share !== undefined)
    ? `, ${(100 * sum("share")).toFixed(1)} % of the time` : "");
}

class Panel {
  constructor(data, choose) {
    this.data = data;
    this.choose = choose;
    this.nodes = new Map(data.nodes.map((node) => [node.name, node]));
    this.at = document.getElementById("panel");
  }

  // By callback of a node: in which entries it runs, and when.
  guards(node, callback) {
    const list = [];
    for (const entry of this.data.entries) {
      for (const step of entry.steps) {
        if (step.node === node.name && (step.callback === callback.label || step.callback.startsWith(callback.label + "["))) {
          list.push([entry.entry, step.when]);
        }
      }
    }
    return list;
  }

  showNode(name, audit) {
    const node = this.nodes.get(name), { data } = this;
    const parts = [element("h2", {}, node.name, node.kind ? element("span", { class: "soft" }, "  " + node.kind) : undefined)];
    if (node.at) parts.push(element("div", { class: "soft" }, node.at));
    const rows = data.profile ? data.profile.callbacks.filter((row) => row.node === name) : [];
    if (rows.length) parts.push(element("div", { class: "profile" }, profileText(rows)));
    parts.push(element("h3", {}, `state, ${node.bytes} bytes`), node.fields.length ? stateTable(node, audit) : element("div", {}, "none"));
    if (node.params.length) {
      parts.push(element("h3", {}, "params"), element("table", { class: "params" }, ...node.params.map((param) => element("tr", {},
        element("td", { class: "type" }, param.type), element("td", {}, param.name), element("td", { class: "number" }, param.value)))));
    }
    if (node.inputs.length) {
      parts.push(element("h3", {}, "inputs"), element("table", { class: "inputs" }, ...node.inputs.map((input) => element("tr", {},
        element("td", {}, input.name), element("td", {}, input.from.join(", ")), element("td", { class: "type" }, MODES[input.mode])))));
    }
    if (node.when_all) parts.push(element("div", { class: "guard" }, "waits until all its inputs have been dirty"));
    for (const callback of node.callbacks) parts.push(callbackPart(callback, this.guards(node, callback), data.offenders));
    this.at.replaceChildren(...parts);
  }

  showOther(box, readers) {
    this.at.replaceChildren(element("h2", {}, box.text[0]), element("div", { class: "soft" },
      box.shape === "event" ? "event type, handled by" : "sink of"), element("div", {}, readers.join(", ")));
  }

  clear() { this.at.replaceChildren(); }

  showPath(entry) {
    const at = document.getElementById("path");
    if (!entry) return at.replaceChildren();
    const list = element("ol", { id: "steps" });
    for (const step of entry.steps.slice(0, MOST)) {
      list.append(element("li", { "data-node": step.node, onclick: () => this.choose("node_" + step.node, true) },
        element("b", {}, step.node), ` ${step.callback} `, element("span", { class: "soft" }, step.when)));
    }
    const more = entry.steps.length - MOST;
    at.replaceChildren(element("h2", {}, entry.entry), list, ...(more > 0 ? [element("div", { class: "soft" }, `… and ${more} more`)] : []));
  }

  markStep(number) {
    const list = [...document.querySelectorAll("#steps li")];
    list.forEach((li, i) => li.classList.toggle("here", i === number));
    if (list[number]) list[number].scrollIntoView({ block: "nearest" });
  }

  // The records of a cycle, as flux trace prints them.
  showCycle(audit) {
    const at = document.getElementById("cycle");
    const [first, last] = audit.range(audit.group);
    const rows = element("div", { class: "records" });
    for (let i = first; i < Math.min(last, first + MOST); i++) {
      const row = this.recordRow(audit, audit.record(i));
      if (row) rows.append(row);
    }
    if (last - first > MOST) rows.append(element("div", { class: "soft" }, `… and ${last - first - MOST} more records`));
    at.replaceChildren(element("h2", {}, audit.head(audit.group)), rows);
  }

  recordRow(audit, r) {
    const row = (node, what, kind) => element("div", { class: kind, "data-record": r.number,
      onclick: () => { if (node) this.choose("node_" + node, false); } }, node ? element("b", {}, node) : undefined, what);
    const who = audit.party(r.subject), owner = who.callback || who.sink || {};
    switch (r.kind) {
      case "call": {
        const label = owner.label + (r.value >= 0n ? `[${r.value}]` : "");
        return row(owner.node, `${label}: ${r.outcome}`, r.outcome);
      }
      case "value": {
        const field = audit.field(r.subject), undone = audit.undone[r.number] ? " (taken back)" : "";
        return row(undefined, `${field.name} = ${valueText(field.type, r.value)}${undone}`, "value");
      }
      case "post": return row(owner.node, `posts ${audit.names.events[Number(r.value)]}${who.sink ? " in sink " + who.sink.name : ""}`, "post");
      case "sink": { const sink = audit.names.sinks[r.subject]; return row(sink.node, `sink ${sink.name}`, "sink"); }
      case "error": {
        const what = who.callback ? owner.label : who.sink ? "sink " + owner.name : "a callback";
        return row(owner.node, `ERROR ${what}: status ${audit.status(r.value)}${r.outcome === "sink" ? "" : "; " + r.outcome}`, "error");
      }
      default: return undefined;
    }
  }
}
