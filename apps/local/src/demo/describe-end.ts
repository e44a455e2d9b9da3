export interface StoryTotals {
  readonly webhookCount: number;
  readonly sentCount: number;
  readonly seconds: number;
}

/** What was seen, and where to go from here. */
export function describeEnd({ webhookCount, sentCount, seconds }: StoryTotals): string {
  return `
In ${seconds.toFixed(1)} s: one message in, ${sentCount} messages out, ${webhookCount} webhooks, every signature verified (✓).
It was all real: HTTP, PostgreSQL, the worker. Only the provider was a sandbox, so that nothing left this machine.

Next
  npm start        the same service, to stay: prints a token and a request to paste
  README.md        the commands and the settings
  docs/decisions   how events, deliveries, automations and campaigns work, and why
`;
}
