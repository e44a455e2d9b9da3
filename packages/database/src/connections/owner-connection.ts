import { startupOptions } from './session-settings.js';

/**
 * Returns the URL of a connection for migrations, which may take as long as they need, whatever the defaults of the
 * role are. A pooler in transaction mode refuses such a connection, which is intended: the lock of a migration belongs
 * to a session.
 */
export function withoutTimeouts(url: string): string {
  const unlimited = new URL(url);
  const given = unlimited.searchParams.get('options') ?? '';
  const options = startupOptions({ statement_timeout: '0', idle_in_transaction_session_timeout: '0' });
  unlimited.searchParams.set('options', `${given} ${options}`.trim());
  return unlimited.toString();
}
