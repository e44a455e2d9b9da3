import { v2Document, v3Document } from '@parley/contract/documents';
import { signPayload, toSigningKey } from '../../../../apps/worker/src/webhooks/sign-payload.js';

export const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
export const oldSecret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;

export interface Delivery {
  readonly headers: Record<string, string>;
  readonly body: string;
}

export interface DeliveryValues {
  readonly body?: string;
  readonly sentAt?: Date;
  readonly secrets?: readonly string[];
}

/** Returns a delivery as the worker sends it. */
export function deliver({
  body = exampleBody,
  sentAt = new Date(),
  secrets = [secret],
}: DeliveryValues = {}): Delivery {
  return {
    headers: { ...signPayload({ eventId: 'evt_1', body, sentAt, keys: secrets.map(toSigningKey) }) },
    body,
  };
}

/** The example of every event type in the documents, by its name. */
export const examples: ReadonlyArray<readonly [type: string, body: string]> = [
  v3Document,
  v2Document,
].flatMap(({ webhooks }) =>
  Object.entries(webhooks).map(
    ([type, item]) => [type, JSON.stringify(findExample(item.post?.requestBody))] as const,
  ),
);

const exampleBody = examples.find(([type]) => type === 'message.received')?.[1] ?? '';

function findExample(requestBody: unknown): unknown {
  if (typeof requestBody !== 'object' || requestBody === null) return undefined;
  for (const [key, value] of Object.entries(requestBody)) {
    const found =
      key === 'examples' ? Object.values<{ value: unknown }>(value)[0]?.value : findExample(value);
    if (found !== undefined) return found;
  }
  return undefined;
}
