import {
  readRowSecurity,
  refuseUndeclaringProcesses,
  turnOffRowSecurity,
  turnOnRowSecurity,
} from '@parley/database';
import { UsageError } from '../command-error.js';
import type { Owner } from '../owner-database.js';
import { refuseUnreachable } from './open-target.js';
import { refuseSurplus } from './read-options.js';

interface RowSecurityOptions extends Owner {
  readonly words: readonly string[];
  readonly report: (line: string) => void;
  /** Whether to create the policies although connected processes would fail. */
  readonly isForced: boolean;
}

/** Runs `npm run migrate -- row-security on|off|status`. */
export async function runRowSecurity({
  words,
  url,
  isForced,
  ...options
}: RowSecurityOptions): Promise<string> {
  const [action, ...surplus] = words;
  refuseSurplus(surplus);
  if (isForced && action !== 'on') throw new UsageError('--force is only for row-security on.');
  switch (action) {
    case 'on': {
      if (!isForced) await refuseUndeclaringProcesses(url).catch(refuseUnreachable);
      const changed = await turnOnRowSecurity(url, options).catch(refuseUnreachable);
      return changed.length === 0
        ? 'Row-level security was on already.'
        : `Row-level security is on (tables and partitions: ${changed.length}). Now set DATABASE_ROW_SECURITY=on, and restart the processes.`;
    }
    case 'off': {
      const changed = await turnOffRowSecurity(url, options).catch(refuseUnreachable);
      return changed.length === 0
        ? 'Row-level security was off already.'
        : `Row-level security is off (tables and partitions: ${changed.length}). Now set DATABASE_ROW_SECURITY=off, and restart the processes.`;
    }
    case 'status':
      return describeRowSecurity(url);
    default:
      throw new UsageError('Say row-security on, off or status.');
  }
}

export async function describeRowSecurity(url: string): Promise<string> {
  const { state, unguarded } = await readRowSecurity(url).catch(refuseUnreachable);
  return state === 'incomplete'
    ? `Row-level security is incomplete. It is missing on: ${unguarded.join(', ')}. Run npm run migrate -- row-security on, or off.`
    : `Row-level security is ${state}.`;
}
