/** Runs until it ends or the user interrupts it. A second signal ends the process at once, as without us. */
export async function untilInterrupted<Value>(run: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
  const controller = new AbortController();
  const abort = () => {
    controller.abort();
    release();
  };
  const release = () => {
    for (const signal of signals) process.removeListener(signal, abort);
  };
  for (const signal of signals) process.once(signal, abort);
  try {
    return await run(controller.signal);
  } finally {
    release();
  }
}

const signals = ['SIGINT', 'SIGTERM'] as const;
