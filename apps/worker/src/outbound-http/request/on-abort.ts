const listeners = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls the listener when the signal is aborted, and returns the function that removes it. All listeners share one of the
 * signal: adding one to an `AbortSignal` and removing it for each request costs more than the rest of an exchange.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const all = listeners.get(signal) ?? listenTo(signal);
  all.add(listener);
  return () => all.delete(listener);
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const all = new Set<() => void>();
  listeners.set(signal, all);
  signal.addEventListener('abort', () => {
    for (const listener of all) listener();
  });
  return all;
}
