import { once } from 'node:events';
import { fstatSync } from 'node:fs';

/**
 * Waits for the signal, or for the end of the program that started this one with a pipe to its stdin. A terminal or `/dev/null`
 * says nothing: a job in the background of a script has to outlive it.
 */
export async function endOfParent(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const interrupted = once(signal, 'abort');
  if (!isPipe()) {
    // Nothing else keeps the process running: the sandbox is a process of its own.
    const timer = setInterval(() => {}, 60_000);
    await interrupted;
    clearInterval(timer);
    return;
  }
  process.stdin.resume();
  await Promise.race([interrupted, once(process.stdin, 'close')]);
  process.stdin.destroy();
}

function isPipe(): boolean {
  const stdin = fstatSync(0);
  return stdin.isFIFO() || stdin.isSocket();
}
