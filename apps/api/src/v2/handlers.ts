import type { V2OperationId } from '@parley/contract/operations';
import type { operations } from '@parley/contract/v2';
import type { Handlers } from '../http/routing/handler.js';
import { apiWebhookHandlers } from './api-webhooks.js';
import { attributeHandlers } from './attributes.js';
import { broadcastHandlers } from './broadcasts.js';

export type V2Handlers = Handlers<Pick<operations, V2OperationId>>;

export function createV2Handlers(): V2Handlers {
  return { ...apiWebhookHandlers, ...attributeHandlers, ...broadcastHandlers };
}
