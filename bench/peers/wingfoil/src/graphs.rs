// SPDX-License-Identifier: MIT
//! The workloads as wingfoil wires them. A graph's source is its ticker; in the ladder a fold on the ticker makes the events.

use std::fmt;
use std::time::Duration;

use wingfoil::prelude::*;
use wingfoil::{NanoTime, RunFor, RunMode};

const STEP: Duration = Duration::from_nanos(100);
/// Longer than any run: the source of what is quiet ticks once, at the start.
const NEVER: Duration = Duration::from_secs(3600);
const REPLAY: RunMode = RunMode::HistoricalFrom(NanoTime::ZERO);

/// What the outside sees: a count, where the graph has one, and a value.
pub enum Outcome {
    Whole(u64),
    Counted(u64, f64),
}

impl From<u64> for Outcome {
    fn from(value: u64) -> Self {
        Outcome::Whole(value)
    }
}

impl From<Published> for Outcome {
    fn from(end: Published) -> Self {
        Outcome::Counted(end.count, end.value)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Whole(value) => write!(f, "- {value}"),
            Outcome::Counted(count, value) => write!(f, "{count} {value:?}"),
        }
    }
}

/// Makes a graph for so many cycles, ready to run once.
pub type Arm = fn(u32) -> Box<dyn FnOnce() -> Outcome>;

/// The three engines of one wiring.
macro_rules! engines {
    ($wiring:ident) => {{
        let arms: [(&str, Arm); 3] = [
            ("interpreted", |cycles| {
                let (mut runner, out) = $wiring::interpreted();
                Box::new(move || {
                    runner.run(REPLAY, RunFor::Cycles(cycles)).unwrap();
                    runner.value(out).into()
                })
            }),
            ("compiled", |cycles| Box::new(move || $wiring::compiled(REPLAY, RunFor::Cycles(cycles)).unwrap().0.into())),
            ("nested", |cycles| {
                let graph = GraphBuilder::new();
                let out = $wiring::nested(&graph);
                let mut runner = graph.build();
                Box::new(move || {
                    runner.run(REPLAY, RunFor::Cycles(cycles)).unwrap();
                    runner.value(&out).into()
                })
            }),
        ];
        arms
    }};
}

// The workloads of `tiers`.

fn plus(x: &u64) -> u64 {
    x.wrapping_add(1)
}

fn add(total: &mut u64, x: &u64) {
    *total = total.wrapping_add(*x);
}

wingfoil::nitro! {
    fn dense_chain(g: &GraphBuilder) -> Stream<u64> {
        let end = g.ticker(STEP).count().map_n(32, |x: &u64| plus(x));
        let even = end.map(|x: &u64| x % 2 == 0);
        let total = end.filter(&even).fold(0u64, |total, x| add(total, x));
        total
    }
}

wingfoil::nitro! {
    fn fanout(g: &GraphBuilder) -> Stream<u64> {
        let merged = g.ticker(STEP).count().fan(10, |branch| branch.map_n(10, |x: &u64| *x));
        merged
    }
}

wingfoil::nitro! {
    fn fan_in_16(g: &GraphBuilder) -> Stream<u64> {
        let total = g.ticker(STEP).count().fan(16, |branch| branch.map(|x: &u64| plus(x))).fold(0u64, |total, x| add(total, x));
        total
    }
}

wingfoil::nitro! {
    fn fan_in_64(g: &GraphBuilder) -> Stream<u64> {
        let total = g.ticker(STEP).count().fan(64, |branch| branch.map(|x: &u64| plus(x))).fold(0u64, |total, x| add(total, x));
        total
    }
}

wingfoil::nitro! {
    fn fan_in_256(g: &GraphBuilder) -> Stream<u64> {
        let total = g.ticker(STEP).count().fan(256, |branch| branch.map(|x: &u64| plus(x))).fold(0u64, |total, x| add(total, x));
        total
    }
}

wingfoil::nitro! {
    fn accumulate(g: &GraphBuilder) -> Stream<u64> {
        let total = g.ticker(STEP).count().fold(0u64, |total, x| add(total, x));
        total
    }
}

wingfoil::nitro! {
    fn sparse(g: &GraphBuilder) -> Stream<u64> {
        let hot = g.ticker(STEP).count().map_n(6, |x: &u64| plus(x));
        let cold = g.ticker(NEVER).count().fan(64, |branch| branch.map_n(3, |x: &u64| plus(x)));
        let total = hot.merge(&cold).fold(0u64, |total, x| add(total, x));
        total
    }
}

wingfoil::nitro! {
    fn sparse_wide(g: &GraphBuilder) -> Stream<u64> {
        let hot = g.ticker(STEP).count().map_n(6, |x: &u64| plus(x));
        let cold = g.ticker(NEVER).count().fan(256, |branch| branch.map_n(3, |x: &u64| plus(x)));
        let total = hot.merge(&cold).fold(0u64, |total, x| add(total, x));
        total
    }
}

// The ladder; vwap is a join and a fold, the detector a join of three, a map and a filter.

#[derive(Clone, Copy, Default)]
pub struct Tick {
    state: u64,
    price: f64,
    size: f64,
}

impl Tick {
    fn next(&mut self, multiplier: u64, increment: u64) {
        self.state = self.state.wrapping_mul(multiplier).wrapping_add(increment);
        self.price = 100.0 + (self.state >> 11) as f64 / (1u64 << 53) as f64 * 10.0 - 5.0;
        self.size = (1 + (self.state >> 60)) as f64;
    }
}

#[derive(Clone, Copy, Default)]
pub struct Vwap {
    pv: f64,
    v: f64,
}

#[derive(Clone, Copy, Default)]
pub struct Published {
    count: u64,
    value: f64,
}

fn follow(value: &mut f64, tick: &Tick, weight: f64) {
    *value += weight * (tick.price - *value);
}

fn disperse(value: &mut f64, deviation: f64) {
    *value += 0.05 * (deviation * deviation - *value);
}

fn publish(end: &mut Published, score: f64) {
    end.count += 1;
    end.value = end.value * 0.5 + score;
}

macro_rules! ladder {
    ($name:ident, $multiplier:expr, $increment:expr) => {
        wingfoil::nitro! {
            pub fn $name(g: &GraphBuilder) -> Stream<Published> {
                let seed = Tick { state: 42, price: 0.0, size: 0.0 };
                let tick = g.ticker(STEP).fold(seed, |tick: &mut Tick, _: &()| tick.next($multiplier, $increment));
                let fast = tick.fold(0f64, |value: &mut f64, tick: &Tick| follow(value, tick, 0.2));
                let slow = tick.fold(0f64, |value: &mut f64, tick: &Tick| follow(value, tick, 0.02));
                let spread = fast.join(&slow, |fast: &f64, slow: &f64| fast - slow);
                let notional = tick.map(|tick: &Tick| tick.price * tick.size);
                let traded = tick.join(&notional, |tick: &Tick, notional: &f64| (*notional, tick.size));
                let vwap = traded.fold(Vwap::default(), |sums: &mut Vwap, trade: &(f64, f64)| {
                    sums.pv += trade.0;
                    sums.v += trade.1;
                });
                let deviation = tick.join(&vwap, |tick: &Tick, sums: &Vwap| tick.price - sums.pv / sums.v);
                let spreading = deviation.fold(0f64, |value: &mut f64, deviation: &f64| disperse(value, *deviation));
                let score = spread.join3(&deviation, &spreading, |spread: &f64, dev: &f64, var: &f64| spread * dev / (var + 1e-9));
                let fires = score.map(|score: &f64| *score > 0.0);
                let published = score.filter(&fires).fold(Published::default(), |end: &mut Published, score: &f64| publish(end, *score));
                published
            }
        }
    };
}

ladder!(ladder_random, 6364136223846793005, 1442695040888963407);
ladder!(ladder_periodic, 1, 13 << 60);

/// The engines of a workload.
fn engines(workload: &str, size: &str) -> Option<[(&'static str, Arm); 3]> {
    Some(match (workload, size) {
        ("ladder", "random") => engines!(ladder_random),
        ("ladder", "periodic") => engines!(ladder_periodic),
        ("dense_chain", "37") => engines!(dense_chain),
        ("fanout", "103") => engines!(fanout),
        ("fan_in", "16") => engines!(fan_in_16),
        ("fan_in", "64") => engines!(fan_in_64),
        ("fan_in", "256") => engines!(fan_in_256),
        ("accumulate", "3") => engines!(accumulate),
        ("sparse", "205") => engines!(sparse),
        ("sparse_wide", "781") => engines!(sparse_wide),
        _ => return None,
    })
}

/// The arm that is called `workload/engine` for this size.
pub fn find(name: &str, size: &str) -> Option<Arm> {
    let (workload, engine) = name.split_once('/')?;
    engines(workload, size)?.into_iter().find(|row| row.0 == engine).map(|row| row.1)
}

pub fn names() -> Vec<String> {
    let sizes = [
        ("dense_chain", "37"), ("fanout", "103"), ("fan_in", "16"), ("fan_in", "64"), ("fan_in", "256"), ("accumulate", "3"),
        ("sparse", "205"), ("sparse_wide", "781"),
    ];
    let mut names = Vec::new();
    for engine in ["interpreted", "compiled", "nested"] {
        names.extend(["random", "periodic"].map(|input| format!("ladder/{engine}:{input}")));
    }
    for (workload, size) in sizes {
        for arm in ["interpreted", "compiled", "nested", "tiers-interpreted", "tiers-compiled"] {
            names.push(format!("{workload}/{arm}:{size}"));
        }
    }
    names
}
