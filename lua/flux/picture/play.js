// SPDX-License-Identifier: MIT
// Playing an audit: buttons, keys, a slider, and a strip that shows where calls arrested and where errors are.
"use strict";

// A number as short as fits into a box; the panel has all its digits.
const brief = (text) => text.length > 9 && Number.isFinite(Number(text)) ? String(Number(Number(text).toPrecision(6))) : text;

// A time as a date, where it can be one: ns since 1970, from 1973 to 2262.
const dateText = (ns) => ns > 10n ** 17n ? new Date(Number(ns / 1000000n)).toISOString().replace("T", " ").replace(/( 00:00:00)?\.000Z$/, "")
  : "";

class Player {
  constructor(drawing, panel, shown) {
    Object.assign(this, { drawing, panel, shown, audit: null });
    this.slider = document.getElementById("slider");
    this.slider.oninput = () => this.go(Number(this.slider.value));
    const buttons = { first: () => this.go(0), back: () => this.step(-1), on: () => this.step(1), last: () => this.go(Infinity) };
    for (const [id, fn] of Object.entries(buttons)) document.getElementById(id).onclick = fn;
    new ResizeObserver(() => this.drawStrip()).observe(document.getElementById("strip"));
  }

  load(audit, name) {
    this.audit = audit;
    this.name = name;
    document.getElementById("play").hidden = false;
    this.slider.max = Math.max(0, audit.groups - 1);
    this.count();
    this.drawStrip();
    if (audit.groups > 0) this.go(0);
    else document.getElementById("where").textContent = `${name}: no records${this.level()}`;
  }

  level() { return this.audit.level ? `, level ${this.audit.level}` : ""; }

  step(by) { if (this.audit) this.go(this.audit.group + by); }

  go(group) {
    const { audit } = this;
    if (!audit || audit.groups === 0) return;
    group = Math.min(Math.max(group, 0), audit.groups - 1);
    audit.seek(group);
    this.slider.value = group;
    const lost = audit.lost ? `, ${audit.lost} records were lost` : "", cut = audit.interrupted ? ", interrupted" : "";
    const date = dateText(audit.record(audit.starts[group]).time);
    document.getElementById("where").textContent =
      `${audit.head(group)}  (${date ? date + ", " : ""}${group + 1} of ${audit.groups}${this.level()}${lost}${cut})`;
    this.drawing.showCycle(this.outcomes());
    this.panel.showCycle(audit);
    this.shown();
  }

  // By box: the last outcome that says most, and a value that changed.
  outcomes() {
    const { audit } = this, map = new Map(), [first, last] = audit.range(audit.group);
    const weight = { ran: 1, arrested: 2, dirty: 3, failed: 4 };
    const at = (id) => { if (!map.has(id)) map.set(id, {}); return map.get(id); };
    for (let i = first; i < last; i++) {
      const r = audit.record(i);
      if (r.kind === "call") {
        const it = at("node_" + audit.names.callbacks[r.subject].node);
        if (!it.outcome || weight[r.outcome] > weight[it.outcome]) it.outcome = r.outcome;
      } else if (r.kind === "value") {
        const field = audit.field(r.subject), it = at("node_" + field.node);
        if (!it.note) it.note = `${field.name} = ${brief(valueText(field.type, r.value))}`;
      } else if (r.kind === "sink") at("sink_" + audit.names.sinks[r.subject].name).outcome = "dirty";
      else if (r.kind === "cycle" && r.event >= 0) at("event_" + audit.names.events[r.event]).outcome = "dirty";
      else if (r.kind === "error") {
        const who = audit.party(r.subject);
        if (who.callback) at("node_" + who.callback.node).outcome = "failed";
        else if (who.sink) at("sink_" + who.sink.name).outcome = "failed";
      }
    }
    return map;
  }

  // By cycle: calls, arrests, errors.
  count() {
    const { audit } = this;
    this.calls = new Uint32Array(audit.groups); this.arrests = new Uint32Array(audit.groups); this.errors = new Uint8Array(audit.groups);
    for (let group = 0; group < audit.groups; group++) {
      const [first, last] = audit.range(group);
      for (let i = first; i < last; i++) {
        const kind = audit.records.getUint8(i * RECORD + 16);
        if (kind === 2) {
          this.calls[group]++;
          if (audit.records.getUint8(i * RECORD + 17) === 0) this.arrests[group]++;
        } else if (kind === 6 || kind === 7) this.errors[group] = 1;
      }
    }
  }

  // A bar for each cycle, or for as many as fall on one pixel: the mean of its calls, below them those that arrested.
  drawStrip() {
    const { audit } = this, canvas = document.getElementById("strip");
    const width = canvas.width = Math.max(1, canvas.clientWidth), height = canvas.height;
    if (!audit || audit.groups === 0) return;
    const pen = canvas.getContext("2d"), bars = Math.min(width, audit.groups);
    let most = 1;
    for (const calls of this.calls) most = Math.max(most, calls);
    for (let bar = 0; bar < bars; bar++) {
      const from = Math.floor(bar * audit.groups / bars), to = Math.max(from + 1, Math.floor((bar + 1) * audit.groups / bars));
      let calls = 0, arrests = 0, wrong = false;
      for (let g = from; g < to; g++) { calls += this.calls[g]; arrests += this.arrests[g]; wrong ||= this.errors[g] > 0; }
      const unit = (height - 2) / most / (to - from), x = bar * width / bars, w = Math.max(1, width / bars - (bars < width / 3 ? 1 : 0));
      pen.fillStyle = colour("dirty"); pen.fillRect(x, height - calls * unit, w, calls * unit);
      pen.fillStyle = colour("arrested"); pen.fillRect(x, height - arrests * unit, w, arrests * unit);
      if (wrong) { pen.fillStyle = colour("failed"); pen.fillRect(x, 0, Math.max(w, 2), height); }
    }
  }
}
