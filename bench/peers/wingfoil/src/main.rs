// SPDX-License-Identifier: MIT
//! Answers `list`, `about` and `run WORKLOAD/ARM SIZE EVENTS` on stdin, a line each. An arm is one of wingfoil's engines for our wiring
//! of the workload (`interpreted`, `compiled`, `nested`), or `tiers-…`, wingfoil's own benchmark, run as it is.

mod graphs;

use std::collections::HashSet;
use std::io::BufRead;
use std::process::{Command, Stdio};

use graphs::{Arm, Outcome};

/// The processor time of this thread in ns.
fn thread_time() -> u64 {
    #[repr(C)]
    struct Timespec {
        seconds: i64,
        nanoseconds: i64,
    }
    unsafe extern "C" {
        fn clock_gettime(clock: i32, time: *mut Timespec) -> i32;
    }
    const THREAD_CPUTIME: i32 = 3;
    let mut time = Timespec { seconds: 0, nanoseconds: 0 };
    unsafe { clock_gettime(THREAD_CPUTIME, &mut time) };
    time.seconds as u64 * 1_000_000_000 + time.nanoseconds as u64
}

/// One loop from a fresh graph; building the graph is not timed where the engine lets us (`compiled` builds as it runs).
fn timed(arm: Arm, cycles: u32) -> (u64, Outcome) {
    let loop_ = arm(cycles);
    let begin = thread_time();
    let outcome = loop_();
    (thread_time() - begin, outcome)
}

fn warm_up(arm: Arm) {
    let (mut spent, mut cycles) = (0, 0);
    while spent < 1_000_000_000 && cycles < 5_000_000 {
        spent += timed(arm, 50_000).0;
        cycles += 50_000;
    }
}

/// wingfoil's own benchmark under criterion: the median time of an iteration, by the number of cycles that it has in there.
fn upstream(group: &str, tier: &str) -> Result<f64, String> {
    let status = Command::new("target/release/tiers")
        .args(["--bench", "--noplot", "--warm-up-time", "0.3", "--measurement-time", "0.6"])
        .arg(format!("^{group}/{tier}$"))
        .env("CRITERION_HOME", "criterion")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map_err(|error| error.to_string())?;
    if !status.success() {
        return Err(format!("tiers ended with {status}"));
    }
    let text = std::fs::read_to_string(format!("criterion/{group}/{tier}/new/estimates.json")).map_err(|error| error.to_string())?;
    let median = text.split("\"median\"").nth(1).and_then(|rest| rest.split("\"point_estimate\":").nth(1)).ok_or("no median")?;
    let number: String = median.chars().take_while(|c| !",}".contains(*c)).collect();
    let cycles = if group == "accumulate" { 20_000.0 } else { 10_000.0 };
    number.trim().parse::<f64>().map(|ns| ns / cycles).map_err(|error| error.to_string())
}

/// The workload of the list as `tiers` calls it.
fn group(workload: &str, size: &str) -> String {
    if workload == "fan_in" { format!("fan_in_{size}") } else { workload.to_string() }
}

fn run(name: &str, size: &str, cycles: u32, warm: &mut HashSet<String>) -> Result<String, String> {
    let (workload, variant) = name.split_once('/').ok_or("WORKLOAD/ARM")?;
    if let Some(tier) = variant.strip_prefix("tiers-") {
        return upstream(&group(workload, size), tier).map(|ns| format!("ns_per_event {ns} checksum - -"));
    }
    let arm = graphs::find(name, size).ok_or("no such workload")?;
    if warm.insert(format!("{name}:{size}")) {
        warm_up(arm);
    }
    let (spent, outcome) = timed(arm, cycles);
    Ok(format!("ns_per_event {} checksum {outcome}", spent as f64 / f64::from(cycles)))
}

fn main() {
    let mut warm = HashSet::new();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["list"] => println!("{}", graphs::names().join(" ")),
            ["about"] => println!("wingfoil 9.0.0, rustc {}", option_env!("RUSTC_VERSION").unwrap_or("unknown")),
            ["run", name, size, events] => match events.parse().map_err(|_| "EVENTS".to_string()) {
                Ok(cycles) => println!("{}", run(name, size, cycles, &mut warm).unwrap_or_else(|error| format!("error {error}"))),
                Err(error) => println!("error {error}"),
            },
            _ => println!("error not understood: {line}"),
        }
    }
}
