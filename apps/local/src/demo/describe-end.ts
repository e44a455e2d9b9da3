export interface StoryTotals {
  readonly webhookCount: number;
  readonly sentCount: number;
  readonly seconds: number;
}

/** Returns a summary of the demo, and the next steps. */
export function describeEnd({ webhookCount, sentCount, seconds }: StoryTotals): string {
  return `
In ${seconds.toFixed(1)} s: one message in, ${sentCount} messages out, ${webhookCount} webhooks, every signature verified (✓).
Everything was real: HTTP, PostgreSQL, the worker. Only the provider was a sandbox, so that nothing left this machine.

Next
  npm start        runs the service and prints a token and a request to paste
  README.md        the commands and the settings
  docs             how the service is built, and why
`;
}
