// SPDX-License-Identifier: MIT
// Audit files in the browser: the same checks, names and texts as lua/flux/audit has for `flux trace`. core/flux_abi.h describes the
// bytes. Records stay bytes; what is kept of each is where its cycle begins and which record changed the same value before it.
//
//   const audit = new Audit(bytes, data)      throws an Error that says what is wrong with the file
//   audit.seek(group)                         after that cycle; audit.value(7) is then the text of value 7
"use strict";

const KINDS = [null, "cycle", "call", "value", "post", "sink", "error", "refused", "mark"];
const CALLS = ["arrested", "dirty", "ran", "failed"];
const ERRORS = ["stopped", "skipped", "rolled back", "sink"];
const MARKS = ["reset", "resume", "restore"];
const ENTRIES = ["event", "buffer", "trigger", "timer", "init", "start", "stop"];
const TYPES = ["double", "float", "bool", "int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t", "symbol"];
const NO_EVENT = { "-1": "trigger", "-2": "timer", "-3": "start", "-4": "stop" };
const OUTCOMES = { cycle: ENTRIES, call: CALLS, value: TYPES, error: ERRORS, mark: MARKS };
const HEADER = 96, RECORD = 32, CHECKSUM = 72, SINK = 2 ** 30, NOBODY = 2 ** 32 - 1;

// FNV-1a in 64 bits, as two halves: its prime is 2^40 + 435.
class Fnv {
  constructor() { this.high = 0xcbf29ce4; this.low = 0x84222325; }
  add(bytes) {
    let { high, low } = this;
    for (let i = 0; i < bytes.length; i++) {
      const mixed = (low ^ bytes[i]) >>> 0;
      const product = mixed * 435;
      high = (high * 435 + Math.floor(product / 4294967296) + ((mixed << 8) >>> 0)) % 4294967296;
      low = product >>> 0;
    }
    this.high = high; this.low = low;
    return this;
  }
  get value() { return (BigInt(this.high) << 32n) | BigInt(this.low); }
}

const scratch = new DataView(new ArrayBuffer(8));

// C's %.Ng: in the middle of two decimals the even one, where toExponential takes the greater.
function general(x, precision) {
  const [, sign, first, rest, power] = /^(-?)(\d)\.?(\d*)e([+-]\d+)$/.exec(x.toExponential(precision - 1));
  const middle = /^50*$/.test(x.toExponential(100).replace(/^-|\.|e.*$/g, "").slice(precision));
  const last = Number((first + rest).at(-1));
  const digits = ((first + rest).slice(0, -1) + (middle && last % 2 === 1 ? last - 1 : last)).replace(/0+$/, "") || "0";
  const at = Number(power);
  if (at < -4 || at >= precision) {
    const size = String(Math.abs(at)).padStart(2, "0");
    return sign + digits[0] + (digits.length > 1 ? "." + digits.slice(1) : "") + "e" + (at < 0 ? "-" : "+") + size;
  }
  if (at < 0) return sign + "0." + "0".repeat(-at - 1) + digits;
  const whole = digits.slice(0, at + 1).padEnd(at + 1, "0");
  return sign + whole + (digits.length > at + 1 ? "." + digits.slice(at + 1) : "");
}

// The first that reads back to the same bits, of a double or a float.
function numberText(x, single) {
  if (Number.isNaN(x)) return "nan";
  if (!Number.isFinite(x)) return x > 0 ? "inf" : "-inf";
  if (x === 0) return Object.is(x, -0) ? "-0" : "0";
  if (Number.isInteger(x) && (single ? Math.abs(x) < 1e6 : Math.abs(x) <= 1e15)) return String(x);
  for (let precision = single ? 6 : 15; precision < (single ? 9 : 17); precision++) {
    const text = general(x, precision);
    if ((single ? Math.fround(Number(text)) : Number(text)) === x) return text;
  }
  return general(x, single ? 9 : 17);
}

// A value's bits as a person reads them; what flux.audit.print.value does.
function valueText(type, bits) {
  if (type === "double") { scratch.setBigInt64(0, bits); return numberText(scratch.getFloat64(0), false); }
  if (type === "float") { scratch.setUint32(0, Number(BigInt.asUintN(32, bits))); return numberText(scratch.getFloat32(0), true); }
  if (type === "bool") return bits !== 0n ? "true" : "false";
  if (type === "int64_t") return String(bits);
  const width = /^int(\d+)_t$/.exec(type);
  return String(width ? BigInt.asIntN(Number(width[1]), bits) : BigInt.asUintN(64, bits));
}

const hex = (value) => value.toString(16).padStart(16, "0");

class Audit {
  constructor(bytes, data) {
    this.names = data.audit;
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.lost = 0;
    this.checkHeader(data.graph);
    this.capacity > 0 ? this.openRing() : this.openFile();
    this.index();
  }

  // -- opening --------------------------------------------------------------------------------------------------------

  u32(at) { return this.view.getUint32(at, true); }
  u64(at) { return this.view.getBigUint64(at, true); }

  checkHeader(graph) {
    const { bytes, names } = this;
    const fail = (text) => { throw new Error(text); };
    if (bytes.length < 8 || String.fromCharCode(...bytes.subarray(0, 8)) !== "FLUXAUDT") fail("this is not an audit file");
    if (bytes.length < HEADER) fail("the audit file is cut off inside its header");
    if (this.u32(8) !== names.version) fail(`the audit file is of version ${this.u32(8)}, this is version ${names.version}`);
    if (this.u32(12) !== RECORD) fail("the audit file's header is damaged");
    const given = hex(this.u64(16));
    if (given !== names.fingerprint) {
      fail(`the audit is of another graph: it has hash ${given}, graph '${graph}' has ${names.fingerprint}`);
    }
    this.next = this.u64(24); this.capacity = this.u32(56); this.textSize = this.u32(64);
    if (this.textSize > bytes.length - HEADER) fail("the audit file is cut off inside its text");
    const text = bytes.subarray(HEADER, HEADER + this.textSize);
    const named = new TextDecoder().decode(text), [line, level] = /^level ([^\n]*)\n/.exec(named) || [""];
    this.level = level; // as --audit-level had it; undefined in the memory of a ring
    if (this.textSize > 0 && named.slice(line.length) !== names.text) fail("the audit file's text is damaged");
  }

  // The memory of a ring: its records from the first that is there.
  openRing() {
    const { bytes, capacity, next } = this;
    const read = this.u64(40), size = BigInt(capacity);
    if ((capacity & (capacity - 1)) !== 0 || next < read || next > 2n ** 62n) throw new Error("the audit file's header is damaged");
    const first = next - read > size ? next - size : read;
    if (bytes.length < HEADER + RECORD * capacity) {
      throw new Error(`the audit file is cut off: it has ${bytes.length} bytes, its ring takes ${HEADER + RECORD * capacity}`);
    }
    this.lost = Number(this.u64(48) + (first - read));
    this.count = Number(next - first);
    const at = Number(first % size), before = Math.min(this.count, capacity - at);
    const records = new Uint8Array(RECORD * this.count);
    records.set(bytes.subarray(HEADER + RECORD * at, HEADER + RECORD * (at + before)));
    records.set(bytes.subarray(HEADER, HEADER + RECORD * (this.count - before)), RECORD * before);
    this.records = new DataView(records.buffer);
  }

  openFile() {
    const { bytes, next } = this;
    const first = HEADER + this.textSize, room = bytes.length - first;
    this.lost = Number(this.u64(48));
    const checksum = this.u64(CHECKSUM);
    if (checksum === 0n) {
      this.interrupted = true;
      this.count = Math.floor(room / RECORD);
    } else {
      if (next > 2n ** 40n) throw new Error("the audit file's header is damaged");
      this.count = Number(next);
      if (this.count * RECORD !== room) {
        const what = this.count * RECORD > room ? "is cut off" : "has something behind it";
        throw new Error(`the audit file ${what}: it has ${bytes.length} bytes and should have ${this.count * RECORD + first}`);
      }
      const head = new Fnv().add(bytes.subarray(0, CHECKSUM)).add(bytes.subarray(CHECKSUM + 8, first));
      if ((head.value ^ new Fnv().add(bytes.subarray(first)).value) !== checksum) {
        throw new Error("the audit file is damaged: its checksum is not that of its bytes");
      }
    }
    this.records = new DataView(bytes.buffer, bytes.byteOffset + first, this.count * RECORD);
  }

  // -- records --------------------------------------------------------------------------------------------------------

  record(number) {
    const at = number * RECORD, view = this.records;
    const kind = KINDS[view.getUint8(at + 16)], words = OUTCOMES[kind];
    return {
      number, kind, outcome: words ? words[view.getUint8(at + 17)] : undefined, cycle: view.getBigUint64(at, true),
      time: view.getBigInt64(at + 8, true), event: view.getInt16(at + 18, true), subject: view.getUint32(at + 20, true),
      value: view.getBigInt64(at + 24, true),
    };
  }

  // Which field of which node a value is of.
  field(number) {
    const { fields } = this.names;
    let low = 0, high = fields.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (fields[middle].first <= number) low = middle; else high = middle - 1;
    }
    const field = fields[low];
    if (!field || number < field.first || number >= field.first + (field.count || 1)) return undefined;
    return { node: field.node, type: field.type, name: field.count ? `${field.name}[${number - field.first}]` : field.name };
  }

  // Who: a callback, a sink, or nobody that is known.
  party(subject) {
    if (subject === NOBODY) return {};
    if (subject >= SINK) return { sink: this.names.sinks[subject - SINK] };
    return { callback: this.names.callbacks[subject] };
  }

  fits(r) {
    const { events, callbacks, sinks } = this.names;
    const posts = () => { const p = this.party(r.subject); return Boolean(p.sink || p.callback); };
    if (r.event >= events.length || (r.event < 0 && !NO_EVENT[r.event])) return false;
    switch (r.kind) {
      case "cycle": case "mark": return r.outcome !== undefined;
      case "call": return r.outcome !== undefined && r.subject < callbacks.length;
      case "value": { const f = this.field(r.subject); return f !== undefined && f.type === r.outcome; }
      case "post": return posts() && r.value >= 0n && r.value < BigInt(events.length);
      case "sink": return r.subject < sinks.length;
      case "error": return r.outcome !== undefined && r.value < 0n && (r.subject === NOBODY || posts());
      case "refused": return r.value < 0n;
      default: return false;
    }
  }

  // Where each cycle begins; by value record, which record changed that value before; where the states begin anew.
  index() {
    const { count } = this, fields = this.names.fields, last = fields[fields.length - 1];
    const values = last ? last.first + (last.count || 1) : 0;
    const starts = [], restarts = [];
    const newest = new Int32Array(values).fill(-1);
    this.values = values;
    this.before = new Int32Array(count).fill(-1);
    this.undone = new Uint8Array(count);
    let previous = null;
    for (let i = 0; i < count; i++) {
      const r = this.record(i);
      if (!this.fits(r)) throw new Error(`record ${i} is damaged`);
      const begins = r.kind === "cycle" || r.kind === "mark" || r.kind === "refused";
      if (begins || !previous || previous.kind === "mark" || previous.kind === "refused" || previous.cycle !== r.cycle ||
          previous.event !== r.event) starts.push(i);
      if (r.kind === "mark" && r.outcome !== "resume") { newest.fill(-1); restarts.push(i); }
      if (r.kind === "value") { this.before[i] = newest[r.subject]; newest[r.subject] = i; }
      if (r.kind === "error" && r.outcome === "rolled back") this.undo(starts[starts.length - 1], i, newest);
      previous = r;
    }
    this.starts = Uint32Array.from(starts);
    this.groups = starts.length;
    this.restarts = restarts;
    this.current = new Int32Array(values).fill(-1);
    this.at = 0; // records that `current` has seen
    this.group = -1;
  }

  // A cycle that was rolled back leaves the values as it found them.
  undo(from, to, newest) {
    for (let i = to - 1; i >= from; i--) {
      if (this.records.getUint8(i * RECORD + 16) !== 3 || this.undone[i]) continue;
      newest[this.records.getUint32(i * RECORD + 20, true)] = this.before[i];
      this.undone[i] = 1;
    }
  }

  // -- playing --------------------------------------------------------------------------------------------------------

  range(group) { return [this.starts[group], group + 1 < this.groups ? this.starts[group + 1] : this.count]; }

  restartBefore(number) {
    const list = this.restarts;
    let low = 0, high = list.length;
    while (low < high) { const middle = (low + high) >> 1; if (list[middle] < number) low = middle + 1; else high = middle; }
    return low > 0 ? list[low - 1] : -1;
  }

  // To the state after a cycle, from wherever it was: forward or back, record by record.
  seek(group) {
    const to = this.range(group)[1], view = this.records, { current } = this;
    const start = this.restartBefore(to);
    if (this.restartBefore(this.at) !== start) { current.fill(-1); this.at = start + 1; }
    for (; this.at < to; this.at++) {
      if (view.getUint8(this.at * RECORD + 16) === 3 && !this.undone[this.at]) {
        current[view.getUint32(this.at * RECORD + 20, true)] = this.at;
      }
    }
    while (this.at > to) {
      this.at--;
      if (view.getUint8(this.at * RECORD + 16) === 3 && !this.undone[this.at]) {
        current[view.getUint32(this.at * RECORD + 20, true)] = this.before[this.at];
      }
    }
    this.group = group;
    this.restored = start >= 0 && this.record(start).outcome === "restore";
  }

  // The text of a value at this place; undefined where no record has told it.
  value(number) {
    const record = this.current[number];
    if (record === undefined || record < 0) return undefined;
    const r = this.record(record);
    return { text: valueText(r.outcome, r.value), changed: record >= this.starts[this.group] };
  }

  groupOf(cycle) {
    for (let g = 0; g < this.groups; g++) {
      const r = this.record(this.starts[g]);
      if (r.cycle === cycle && (r.kind !== "cycle" || ENTRIES.indexOf(r.outcome) < 4)) return g;
    }
    return -1;
  }

  // -- texts ----------------------------------------------------------------------------------------------------------

  event(r) { return this.names.events[r.event] || NO_EVENT[r.event] || "?"; }
  cause(r) { return r.value === 0n ? undefined : r.value < 0n ? "start" : String(r.value); }
  status(value) {
    const known = this.names.statuses.find(([status]) => BigInt(status) === value);
    return known ? `${value} (${known[1]})` : String(value);
  }

  // The first line of a cycle, as flux trace prints it.
  head(group) {
    const r = this.record(this.starts[group]);
    if (r.kind === "mark") return `${r.outcome} after cycle ${r.cycle}`;
    if (r.kind === "refused") {
      const what = r.event >= 0 ? "event " + this.event(r) : r.event === -1 ? "an unknown event" : "timers";
      return `refused  ${what}  at ${r.time}: status ${this.status(r.value)}`;
    }
    const recorded = r.kind === "cycle";
    const entry = recorded ? r.outcome : r.event >= 0 ? "event" : NO_EVENT[r.event];
    const words = r.event >= 0 ? "event " + this.event(r) + (entry === "buffer" ? ", buffered" : "") : entry;
    const life = entry === "init" || entry === "start" || entry === "stop";
    const cause = recorded ? this.cause(r) : undefined;
    const by = cause === undefined ? "" : cause === "start" ? "  posted by start" : `  posted by cycle ${cause}`;
    return `${life ? "" : `cycle ${r.cycle}  `}${words}  at ${r.time}${by}`;
  }

  // One line of `flux trace --format json`, without its end.
  json(number) {
    const r = this.record(number), quoted = JSON.stringify;
    const parts = [["record", number], ["kind", quoted(r.kind)], ["cycle", r.cycle], ["time", r.time], ["event", quoted(this.event(r))]];
    const add = (name, text) => parts.push([name, text]);
    const who = r.kind === "sink" ? { sink: this.names.sinks[r.subject] }
      : r.kind === "call" || r.kind === "post" || r.kind === "error" ? this.party(r.subject) : {};
    if (who.callback) { add("node", quoted(who.callback.node)); add("callback", quoted(who.callback.label)); }
    if (who.sink) { add("node", quoted(who.sink.node)); add("sink", quoted(who.sink.name)); }
    if (r.kind === "cycle") {
      add("entry", quoted(r.outcome));
      const cause = this.cause(r);
      if (cause !== undefined) add("cause", cause === "start" ? quoted(cause) : cause);
    } else if (r.kind === "call") {
      if (r.value >= 0n) add("element", r.value);
      add("outcome", quoted(r.outcome));
    } else if (r.kind === "value") {
      const field = this.field(r.subject), text = valueText(field.type, r.value);
      add("node", quoted(field.node)); add("field", quoted(field.name));
      add("value", text === "-0" ? "-0.0" : /^-?\d/.test(text) || field.type === "bool" ? text : quoted(text));
    } else if (r.kind === "post") add("posted", quoted(this.names.events[Number(r.value)]));
    else if (r.kind === "error") { add("status", r.value); add("policy", quoted(r.outcome)); }
    else if (r.kind === "refused") add("status", r.value);
    else if (r.kind === "mark") add("mark", quoted(r.outcome));
    return "{" + parts.map(([name, text]) => `"${name}":${text}`).join(",") + "}";
  }
}
