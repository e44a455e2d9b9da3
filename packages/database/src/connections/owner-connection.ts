import { startupOptions } from './session-settings.js';

/**
 * Returns the URL of a connection for migrations, which may take as long as they need, whatever the defaults of the
 * role are. A pooler in transaction mode refuses the startup parameters of such a connection, which is intended: it could
 * give the statements of a migration that run outside a transaction to different sessions.
 */
export function withoutTimeouts(url: string, more: Readonly<Record<string, string>> = {}): string {
  const unlimited = new URL(url);
  const given = unlimited.searchParams.get('options') ?? '';
  const options = startupOptions({
    statement_timeout: '0',
    idle_in_transaction_session_timeout: '0',
    ...more,
  });
  unlimited.searchParams.set('options', `${given} ${options}`.trim());
  return unlimited.toString();
}
