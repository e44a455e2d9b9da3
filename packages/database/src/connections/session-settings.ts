/** How long a statement may run; after that, the server cancels it. */
export const statementTimeoutMs = 30_000;

/**
 * The settings of every session of the service; the local server has the same settings. A direct connection sets them
 * when it starts. A pooler refuses that, or would share the settings with other clients; `npm run migrate` therefore
 * makes them the defaults of the role.
 */
export const sessionSettings = {
  statement_timeout: `${statementTimeoutMs}ms`,
  idle_in_transaction_session_timeout: '60000ms',
  // Compiling a search just in time took 1,862 ms, and running it 157 ms (`not(eq(labelName, …))` over 200,000 contacts).
  jit: 'off',
  random_page_cost: '1.1',
  TimeZone: 'UTC',
} as const;

/** Starts the startup parameter `options` of a direct connection. */
export function startupOptions(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/**
 * Takes the options out of the URL of a connection: pg sends them in place of ours, and without ours a statement could run
 * without end.
 */
export function takeOptions(url: string): { readonly url: string; readonly given: string } {
  const given = new URLSearchParams(url.split('?')[1]?.split('#')[0]).getAll('options');
  return { url: url.replace(/(?<=[?&])options=[^&#]*&?/g, ''), given: given.join(' ') };
}
