import { randomInt, randomUUID } from 'node:crypto';
import type { Channel } from '@parley/client';
import { CommandError } from '../command-error.js';
import type { Session } from '../session/open-session.js';

export interface TriggerInput {
  readonly session: Session;
  readonly channel: Channel;
  readonly text?: string | undefined;
  readonly from?: string | undefined;
  readonly name?: string | undefined;
}

/** The message that a contact sends to a channel of the sandbox. */
export interface SandboxMessage extends TriggerInput {
  /** Whether the contact writes for the first time. */
  readonly isNew?: boolean;
}

/** Lets a contact send a message, and returns the address of the contact. */
export async function receiveMessage(message: SandboxMessage): Promise<{ address: string }> {
  const { session, channel, text = 'Hello from the command line', name = 'Sandbox contact' } = message;
  const address = message.from ?? addressFor(channel, message.isNew ?? false);
  const response = await fetch(`${session.url}/ingress/${encodeURIComponent(channel.id)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ from: address, name, text }),
    signal: AbortSignal.timeout(30_000),
  });
  if (response.ok) return { address };
  const { error } = Object(await response.json().catch(() => undefined));
  throw new CommandError(explain(response.status, Object(error)), 1);
}

/** The sandbox sends nothing to anybody, so any valid address will do. */
function addressFor({ type }: Channel, isNew: boolean): string {
  if (type === 'email') return isNew ? `${randomUUID()}@example.com` : 'sandbox@example.com';
  if (type === 'instagram') return isNew ? `sandbox-${randomUUID()}` : 'sandbox-contact';
  return `+49151${isNew ? String(randomInt(10_000_000, 99_999_999)) : '23457000'}`;
}

function explain(status: number, error: Record<string, unknown>): string {
  const { messageKey, message, detail, invalidParams } = error;
  const faults = Object.entries(Object(invalidParams)).map(
    ([name, fault]) => `  ${name}: ${Object(fault).message}`,
  );
  return [
    `${detail ?? message ?? 'The sandbox refused the message'} (${status} ${messageKey ?? ''})`,
    ...faults,
  ].join('\n');
}
