/** Calls a hook. An error that it throws, or a promise that it rejects, is passed to `warn` and changes nothing. */
export function notify<Event>(
  warn: (message: string) => void,
  hook: ((event: Event) => unknown) | undefined,
  event: Event,
): void {
  const run = async () => hook?.(event);
  run().catch((error: unknown) => warn(`Parley: a hook of this client failed: ${String(error)}`));
}
