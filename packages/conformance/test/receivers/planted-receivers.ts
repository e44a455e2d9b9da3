import { verify } from '@parley/client/webhooks';
import type { CheckName } from '../../src/index.js';
import { fail, openWith, parse, refuse, turn } from './mistaken-verification.js';
import { type Receive, revokedSecret, secret } from './receiver-server.js';
import { createReceive, handle, type Parts } from './right-receiver.js';

export interface PlantedReceiver {
  readonly name: string;
  readonly check: CheckName;
  /** A part of the message. */
  readonly says: string;
  readonly receive: Receive;
}

/** One receiver for each mistake that the checks look for. */
export const plantedReceivers: readonly PlantedReceiver[] = [
  accepting(
    'fails on a type that it knows',
    'valid',
    'failed on a valid event: responded with 500',
    async (event) => (event.event === 'contact.updated' ? 500 : 204),
  ),
  accepting('redirects', 'valid', 'redirected a valid event: responded with 302', async () => 302),
  accepting('has gone', 'valid', 'refused a valid event: responded with 410', async () => 410),
  accepting('closes the connection', 'valid', 'closed the connection on a valid event', async () => 'close'),
  accepting('reads a name that can be null', 'null-values', 'null in every field', async (event) => {
    if (event.event === 'contact.updated') event.data.firstName?.trim() ?? fail();
    return 204;
  }),
  accepting(
    'knows one status of two',
    'other-values',
    'generated values: responded with 500',
    async (event) => {
      if (event.event === 'chat.updated' && event.data.status === 'closed') fail();
      return 204;
    },
  ),
  opening(
    'serializes the body again',
    'other-json',
    'formatted differently: responded with 401',
    (incoming) => verify(incoming.headers, JSON.stringify(JSON.parse(incoming.body.toString())), secret),
  ),
  opening('decodes each chunk', 'non-ascii', 'outside ASCII', ({ headers, chunks }) =>
    verify(headers, chunks.map(String).join(''), secret),
  ),
  accepting('has a closed schema', 'unknown-field', 'does not declare: responded with 400', async (event) =>
    Object.keys(event).length > 5 ? 400 : 204,
  ),
  accepting('knows all kinds of messages', 'unknown-enum-value', 'data.type', async (event) => {
    const known = ['text', 'image', 'video', 'audio', 'document', 'location', 'contact', 'template'];
    return event.event === 'message.received' && !known.includes(event.data.type) ? 422 : 204;
  }),
  accepting('knows all types', 'unknown-type', 'an unknown type: responded with 400', async (event) =>
    String(event.event).includes('added') ? 400 : 204,
  ),
  opening('compares the first signature only', 'rotated-secret', '(the last one)', (incoming) =>
    openWith(incoming, { signature: ([first = '']) => first }),
  ),
  opening('compares the whole header', 'rotated-secret', '(the last one, the first one)', (incoming) =>
    openWith(incoming, { signature: (all) => all.join(' ') }),
  ),
  opening('insists on one version', 'other-signature-version', 'unknown version', (incoming) => {
    const all = String(incoming.headers['webhook-signature']).split(' ');
    return all.every((one) => one.startsWith('v1,'))
      ? verify(incoming.headers, incoming.body, secret)
      : refuse();
  }),
  accepting(
    'refuses what it knows',
    'duplicate',
    'refused a repeated delivery: responded with 409',
    async (event, kept) => {
      if (kept.handled.includes(event.id)) return 409;
      handle(event, kept);
      return 204;
    },
  ),
  accepting(
    'fails on a conflict',
    'concurrent-duplicate',
    'failed on two deliveries',
    async (event, kept) => {
      if (kept.times.has(event.id)) return 500;
      kept.times.set(event.id, '');
      await turn();
      kept.times.delete(event.id);
      return 204;
    },
  ),
  accepting(
    'handles one at a time',
    'burst',
    '16 deliveries at the same time: responded with 503',
    async (_, kept) => {
      if (kept.busy > 2) return 503;
      kept.busy += 1;
      await turn();
      kept.busy -= 1;
      return 204;
    },
  ),
  accepting(
    'refuses an old state',
    'out-of-order',
    'older than the one before: responded with 409',
    async (event, kept) => {
      const { id } = event.data as { id?: string };
      if (id !== undefined && event.createdAt < (kept.times.get(id) ?? '')) return 409;
      handle(event, kept);
      return 204;
    },
  ),
  opening(
    'verifies only what is signed',
    'no-signature',
    'without a signature: responded with 204',
    (incoming) =>
      incoming.headers['webhook-signature']
        ? verify(incoming.headers, incoming.body, secret)
        : parse(incoming),
  ),
  opening('compares a prefix', 'empty-signature', 'an empty signature: responded with 204', (incoming) =>
    openWith(incoming, { matches: (given, expected) => expected.startsWith(given) }),
  ),
  opening(
    'does not verify',
    'wrong-signature',
    'accepted a body whose signature is wrong: responded with 204',
    parse,
  ),
  opening(
    'does not verify the body',
    'tampered-body',
    'changed after it was signed: responded with 204',
    parse,
  ),
  opening('signs the id of the body', 'changed-id', 'whose webhook-id was changed', (incoming) =>
    openWith(incoming, { id: ({ id }) => id }),
  ),
  opening(
    'signs the time of the body',
    'changed-timestamp',
    'whose webhook-timestamp was changed',
    (incoming) =>
      openWith(incoming, { time: ({ createdAt }) => String(Math.floor(Date.parse(createdAt) / 1000)) }),
  ),
  opening('ignores the time', 'stale-timestamp', 'ten minutes old: responded with 204', (incoming) =>
    verify(incoming.headers, incoming.body, secret, { toleranceSeconds: 1e9 }),
  ),
  opening('looks at the past only', 'future-timestamp', 'in the future: responded with 204', (incoming) => {
    const sentAt = Number(incoming.headers['webhook-timestamp']) * 1000;
    return verify(incoming.headers, incoming.body, secret, { now: new Date(Math.max(sentAt, Date.now())) });
  }),
  opening('keeps the old secret', 'revoked-secret', 'a revoked secret: responded with 204', (incoming) =>
    verify(incoming.headers, incoming.body, [secret, revokedSecret]),
  ),
  opening(
    'fails on a forgery',
    'wrong-signature',
    'failed on a body whose signature is wrong',
    (incoming) => {
      try {
        return verify(incoming.headers, incoming.body, secret);
      } catch {
        return fail();
      }
    },
  ),
  accepting('works before it responds', 'in-time', 'gave no response within 0.4 s', async (event) =>
    event.event === 'message.updated' ? 'hang' : 204,
  ),
  accepting('loses what comes at once', 'handles-accepted', 'never handled it, in', async (event, kept) => {
    kept.busy += 1;
    await turn();
    kept.busy -= 1;
    if (kept.busy === 0) handle(event, kept);
    return 204;
  }),
  accepting('handles again', 'handles-once', '(duplicate, concurrent-duplicate)', async (event, kept) => {
    kept.handled.push(event.id);
    return 204;
  }),
  accepting('looks before it writes', 'handles-once', '(concurrent-duplicate)', async (event, kept) => {
    const isNew = !kept.handled.includes(event.id);
    await turn();
    if (isNew) kept.handled.push(event.id);
    return 204;
  }),
  {
    name: 'recognizes a duplicate by its signature',
    check: 'handles-once',
    says: '(duplicate, concurrent-duplicate)',
    receive: rememberSignatures(),
  },
  {
    name: 'recognizes a duplicate by its signature and refuses the others',
    check: 'duplicate',
    says: 'refused a repeated delivery: responded with 409',
    receive: rememberSignatures({ isUnique: true }),
  },
  {
    name: 'handles before it verifies',
    check: 'ignores-refused',
    says: 'refused a delivery and handled it all the same (no-signature,',
    receive: async (incoming, kept) => {
      kept.handled.push(String(incoming.headers['webhook-id']));
      return createReceive({ accept: async () => 204 })(incoming, kept);
    },
  },
  accepting('overwrites', 'keeps-newest', 'replaced a newer state by an older one', async (event, kept) => {
    const { id } = event.data as { id?: string };
    handle(event, kept);
    if (id !== undefined) kept.current = { ...kept.current, [id]: event.id };
    return 204;
  }),
];

/** Each attempt has its own time, and therefore its own signature. A unique key on the id may refuse the second one. */
function rememberSignatures({ isUnique = false } = {}): Receive {
  const seen = new Set<string>();
  return async (incoming, kept) => {
    const signature = String(incoming.headers['webhook-signature']);
    const accept: Parts['accept'] = async ({ id }) => {
      if (seen.has(signature)) return 204;
      seen.add(signature);
      if (isUnique && kept.handled.includes(id)) return 409;
      kept.handled.push(id);
      return 204;
    };
    return createReceive({ accept })(incoming, kept);
  };
}

function accepting(name: string, check: CheckName, says: string, accept: Parts['accept']): PlantedReceiver {
  return { name, check, says, receive: createReceive({ accept }) };
}

function opening(name: string, check: CheckName, says: string, open: Parts['open']): PlantedReceiver {
  return { name, check, says, receive: createReceive({ open }) };
}
