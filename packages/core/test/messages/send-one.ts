import {
  type Attempt,
  type Context,
  claimMessages,
  completeSending,
  type SentAttempt,
} from '../../src/index.js';

type Rules = Parameters<typeof claimMessages>[2];

/** Claims one message, as `claimMessages` does for many; by default one that is not repeatable, with a slot now. */
export async function claimMessage(
  context: Context,
  { messageId, leaseToken, ...rules }: Attempt & Partial<Rules>,
) {
  const [claimed = null] = await claimMessages(context, [{ messageId, leaseToken }], {
    leaseMs: 30_000,
    maxAttempts: 7,
    isRepeatable: () => false,
    reserveSlot: async () => context.now(),
    ...rules,
  });
  return claimed;
}

/** Records that one message was sent, as `completeSending` does for many. */
export async function completeOne(context: Context, attempt: SentAttempt) {
  const [isRecorded] = await completeSending(context, [attempt]);
  return isRecorded;
}
