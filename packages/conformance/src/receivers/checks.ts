export interface Check {
  /** What the response must be; `probe` checks compare what the receiver has handled. */
  readonly expects: 'acceptance' | 'refusal' | 'probe' | 'time';
  /** What was delivered, to complete "accepted …" or "refused …". */
  readonly what: string;
  readonly advice: string;
}

const verifyFirst = 'Verify the signature before you read the body.';
const signedParts = 'Sign the webhook-id, the webhook-timestamp and the body, joined by dots, and compare.';
const freshness = 'Refuse a webhook-timestamp that differs from the current time by more than five minutes.';

/** All checks, in the order in which they run. */
export const checks = {
  valid: accepts('a valid event', 'Return any 2xx status for a delivery whose signature is right.'),
  'null-values': accepts(
    'a valid event with null in every field that can be null',
    'Handle null where the document allows it.',
  ),
  'other-values': accepts(
    'a valid event with generated values',
    'Handle every value that the document allows.',
  ),
  'other-json': accepts(
    'a correctly signed body whose JSON is formatted differently',
    'Verify the bytes as they arrive, not JSON that was parsed and serialized again.',
  ),
  'non-ascii': accepts(
    'a correctly signed body that has characters outside ASCII and arrives in two parts',
    'Collect all bytes of the body before you decode them as UTF-8.',
  ),
  'unknown-field': accepts(
    'an event with fields that the document does not declare',
    'Ignore unknown fields: fields are added without a new version.',
  ),
  'unknown-enum-value': accepts(
    'an event with a value that its enumeration does not list',
    'Keep a default branch: an enumeration with `x-extensible-enum` grows without a new version.',
  ),
  'unknown-type': accepts(
    'an event of an unknown type',
    'Return a 2xx status for types that you do not handle, or subscribe only to those that you do.',
  ),
  'rotated-secret': accepts(
    'a delivery with several signatures, of which one is right',
    'Compare with every signature in the header: during a rotation, each valid secret signs.',
  ),
  'other-signature-version': accepts(
    'a delivery with a signature of an unknown version beside the right one',
    'Skip signatures that do not begin with `v1,`.',
  ),
  duplicate: accepts(
    'a repeated delivery',
    'Return a 2xx status for an event that you have handled. Other responses are retried for days.',
  ),
  'concurrent-duplicate': accepts(
    'two deliveries of one event at the same time',
    'Return a 2xx status for both, and let a unique key on the id decide which one is handled.',
  ),
  burst: accepts(
    'one of 16 deliveries at the same time',
    'Store the event, respond, and process it afterwards.',
  ),
  'out-of-order': accepts(
    'an event that is older than the one before',
    'Return a 2xx status for an old event too, even if you have a newer state.',
  ),
  'no-signature': refuses('a delivery without a signature', verifyFirst),
  'empty-signature': refuses('a delivery with an empty signature', verifyFirst),
  'wrong-signature': refuses('a body whose signature is wrong', verifyFirst),
  'tampered-body': refuses('a body that was changed after it was signed', verifyFirst),
  'changed-id': refuses('a delivery whose webhook-id was changed after it was signed', signedParts),
  'changed-timestamp': refuses(
    'a delivery whose webhook-timestamp was changed after it was signed',
    signedParts,
  ),
  'stale-timestamp': refuses('a correctly signed delivery that is ten minutes old', freshness),
  'future-timestamp': refuses('a correctly signed delivery from ten minutes in the future', freshness),
  'revoked-secret': refuses(
    'a delivery that is signed with a revoked secret',
    'Remove the old secret when its 24 hours are over.',
  ),
  'in-time': {
    expects: 'time',
    what: 'a delivery',
    advice: 'Store the event, respond, and process it afterwards.',
  },
  'handles-accepted': probes(
    'accepted an event and never handled it',
    'Return a 2xx status only after the event is stored.',
  ),
  'handles-once': probes(
    'handled one event more than once',
    'Record the webhook-id under a unique key, in the transaction of the effect.',
  ),
  'ignores-refused': probes('refused a delivery and handled it all the same', verifyFirst),
  'keeps-newest': probes(
    'replaced a newer state by an older one',
    'Compare the time of the event with that of the state that you have.',
  ),
} as const satisfies Record<string, Check>;

export type CheckName = keyof typeof checks;

// The keys of an object literal are its names.
export const checkNames = Object.keys(checks) as readonly CheckName[];

function accepts(what: string, advice: string): Check {
  return { expects: 'acceptance', what, advice };
}

function refuses(what: string, advice: string): Check {
  return { expects: 'refusal', what, advice };
}

function probes(what: string, advice: string): Check {
  return { expects: 'probe', what, advice };
}
