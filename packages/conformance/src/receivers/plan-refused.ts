import { randomUUID } from 'node:crypto';
import type { CheckName } from './checks.js';
import { createDelivery, createSecret, type Delivery, withHeaders } from './delivery.js';
import type { Plan, PlanContext } from './plan.js';

/** Plans the checks of deliveries that a receiver must refuse. */
export function planRefused(name: CheckName, { events: [event], settings }: PlanContext): Plan | undefined {
  const secrets = [settings.secret];
  const good = createDelivery(event, { secrets });
  switch (name) {
    case 'no-signature':
      return [[withHeaders(good, { 'webhook-signature': undefined })]];
    case 'empty-signature':
      return [[withHeaders(good, { 'webhook-signature': 'v1,' })]];
    case 'wrong-signature':
      return [[createDelivery(event, { secrets: [createSecret()] })]];
    case 'tampered-body':
      return [[{ ...good, body: tamper(good) }]];
    case 'changed-id':
      return [[withHeaders(good, { 'webhook-id': randomUUID() })]];
    case 'changed-timestamp':
      return [[replay(createDelivery(event, { secrets, ageSeconds: tenMinutes }))]];
    case 'stale-timestamp':
      return [[createDelivery(event, { secrets, ageSeconds: tenMinutes })]];
    case 'future-timestamp':
      return [[createDelivery(event, { secrets, ageSeconds: -tenMinutes })]];
    case 'revoked-secret': {
      if (settings.revokedSecret === undefined) return 'no revoked secret is named (--revoked-secret)';
      return [[createDelivery(event, { secrets: [settings.revokedSecret] })]];
    }
    default:
      return undefined;
  }
}

const tenMinutes = 600;

/** Adds a field, so that the body stays a valid event with the same id. */
function tamper({ body }: Delivery): Buffer {
  return Buffer.from(body.toString().replace(/\}$/, ',"tampered":true}'));
}

/** Sends an old delivery again as if it were new. */
function replay(old: Delivery): Delivery {
  return withHeaders(old, { 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) });
}
