import {
  type Attempt,
  type Context,
  claimMessages,
  completeSending,
  type SentAttempt,
} from '../../src/index.js';

type Rules = Parameters<typeof claimMessages>[2];

/** Claims one message, as `claimMessages` does for many. */
export async function claimMessage(context: Context, { messageId, leaseToken, ...rules }: Attempt & Rules) {
  const [claimed = null] = await claimMessages(context, [{ messageId, leaseToken }], rules);
  return claimed;
}

/** Records that one message was sent, as `completeSending` does for many. */
export async function completeOne(context: Context, attempt: SentAttempt) {
  const [isRecorded] = await completeSending(context, [attempt]);
  return isRecorded;
}
