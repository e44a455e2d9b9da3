import { existsSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const resolutionMs = 5;

/**
 * Returns the longest time for which the event loop of this process, in which the API runs, is blocked during the work. It is
 * the CPU time of the main thread where the system counts that, because on a busy machine the elapsed time contains the turns
 * of other processes. Elsewhere it is the elapsed time.
 */
export async function measureLongestTurn<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly longestMs: number }> {
  return countsCpu ? measureCpuOfTurns(work) : measureDelays(work);
}

async function measureCpuOfTurns<Result>(work: () => Promise<Result>) {
  let longestMs = 0;
  let lastMs = readCpuMs();
  const note = () => {
    const nowMs = readCpuMs();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
  };
  const timer = setInterval(note, resolutionMs);
  try {
    const result = await work();
    note();
    return { result, longestMs };
  } finally {
    clearInterval(timer);
  }
}

/** The first number is the CPU time of the main thread in nanoseconds; see `sched-stats` in the documentation of Linux. */
function readCpuMs(): number {
  const [nanoseconds] = readFileSync('/proc/self/schedstat', 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}

const countsCpu = existsSync('/proc/self/schedstat') && readCpuMs() > 0;

async function measureDelays<Result>(work: () => Promise<Result>) {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  try {
    return { result: await work(), longestMs: delay.max / 1e6 };
  } finally {
    delay.disable();
  }
}
