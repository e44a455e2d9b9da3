import type { HandleType } from '../adapter/inbound-item.js';
import { cannotSend, SendError } from '../adapter/send-error.js';

/**
 * What the sandbox reports about a message that it has accepted. `answered` is a message of the contact with the same
 * text, and `paused` is a minute without a report.
 */
export type SandboxReport =
  | 'delivered'
  | 'read'
  | 'bounced'
  | 'complained'
  | 'echoed'
  | 'answered'
  | 'paused';

/** An address at which the sandbox does what a provider does on a bad day. */
export interface SandboxRecipient {
  readonly addresses: Readonly<Record<HandleType, string>>;
  /** What happens, for the documentation. */
  readonly meaning: string;
  /** What an integration can see of it, for the documentation. */
  readonly visible: string;
  readonly reports: readonly SandboxReport[];
  /** Returns the error of an attempt, from 1, or undefined when the sandbox accepts the message. */
  readonly refuse?: (attempt: number) => SendError | undefined;
}

export const sandboxRecipients: readonly SandboxRecipient[] = [
  {
    addresses: addressesOf('refused', 1),
    meaning: 'The provider refuses the address: nobody has it.',
    visible: '`failed` with the code `invalid_recipient`',
    reports: [],
    refuse: () =>
      cannotSend('invalid_recipient', 'The address does not exist. This is an error of the sandbox.'),
  },
  {
    addresses: addressesOf('window-closed', 2),
    meaning: 'The provider says that the contact has not written for 24 hours.',
    visible: '`failed` with the code `reply_window_closed`',
    reports: [],
    refuse: () =>
      cannotSend(
        'reply_window_closed',
        'The contact has not written for too long; send a template. This is an error of the sandbox.',
      ),
  },
  {
    addresses: addressesOf('throttled', 3),
    meaning: 'The provider accepts no messages of the channel for two seconds, and then accepts this one.',
    visible:
      '`pending` for two seconds, like the other messages of the channel, and then `sent`, `delivered` and `read`',
    reports: ['delivered', 'read'],
    refuse: (attempt) => (attempt === 1 ? throttled() : undefined),
  },
  {
    addresses: addressesOf('unread', 4),
    meaning: 'The message is delivered, and nobody reads it.',
    visible: '`sent` and `delivered`',
    reports: ['delivered'],
  },
  {
    addresses: addressesOf('late', 5),
    meaning: 'The reports of the provider are a minute late.',
    visible: '`sent`, and after a minute `delivered` and `read`',
    reports: ['paused', 'delivered', 'read'],
  },
  {
    addresses: addressesOf('duplicate', 6),
    meaning: 'The provider reports each status twice.',
    visible: '`sent`, `delivered` and `read`, with one event for each',
    reports: ['delivered', 'delivered', 'read', 'read'],
  },
  {
    addresses: addressesOf('echo', 7),
    meaning: 'The provider sends the message back to us, as it does with messages from its own app.',
    visible: 'one message, not two: `sent`, `delivered` and `read`',
    reports: ['echoed', 'delivered', 'read'],
  },
  {
    addresses: addressesOf('bounce', 8),
    meaning: 'The provider accepts the message, and later reports that it could not be delivered.',
    visible: '`sent`, and then `failed` with the code `bounced`',
    reports: ['bounced'],
  },
  {
    addresses: addressesOf('complaint', 9),
    meaning: 'The contact complains about the message.',
    visible:
      '`sent`, `delivered`, and `contact.updated`: `isSubscribed` is false, and campaigns leave the contact out',
    reports: ['delivered', 'complained'],
  },
  {
    addresses: addressesOf('answer', 10),
    meaning:
      'The contact reads the message and answers with the same text, unless a campaign or an automation made it.',
    visible: '`sent`, `delivered` and `read`, and then `message.received`',
    reports: ['delivered', 'read', 'answered'],
  },
];

const usualReports: readonly SandboxReport[] = ['delivered', 'read'];

/** Returns what the sandbox reports about a message to this address, one after another. */
export function sandboxReportsTo(address: {
  handleType: HandleType;
  value: string;
}): readonly SandboxReport[] {
  return recipientAt(address)?.reports ?? usualReports;
}

export function recipientAt({
  handleType,
  value,
}: {
  readonly handleType: HandleType;
  readonly value: string;
}): SandboxRecipient | undefined {
  return sandboxRecipients.find(({ addresses }) => addresses[handleType] === value);
}

/** The numbers are reserved for fiction, and nobody can own a name under `.example`. */
function addressesOf(name: string, number: number): Readonly<Record<HandleType, string>> {
  return {
    phone_number: `+120255501${String(number).padStart(2, '0')}`,
    email: `${name}@sandbox.example`,
    instagram: `sandbox.${name.replace('-', '.')}`,
  };
}

function throttled(): SendError {
  return new SendError('throttled', 'The sandbox accepts no messages for two seconds.', {
    retryable: true,
    retryAfterMs: 2_000,
  });
}
