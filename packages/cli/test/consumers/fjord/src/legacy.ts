import { createClient } from '@parley/client/v2';
import type { V2Event } from '@parley/client/webhooks';

const legacy = createClient({ baseUrl: 'http://localhost:3000', token: 'token' });

/** A program that still uses v2. */
export async function listNames(): Promise<string[]> {
  const attributes = await legacy.GET('/attributes');
  return attributes.filter(({ isVisibleQuickEdit }) => isVisibleQuickEdit).map((one) => one.name);
}

export function receive(event: V2Event): string {
  return event.event === 'SMS_MESSAGE_RECEIVED' ? 'sms' : '';
}
