export { presentAttribute } from './present-attribute.js';
export { presentBroadcast } from './present-broadcast.js';
export { presentDeleteResult } from './present-delete-result.js';
export { type EventBody, presentEvent } from './present-event.js';
export { presentWebhook } from './present-webhook.js';
