export { presentAutomation } from './present-automation.js';
export { presentChat } from './present-chat.js';
export { presentContact } from './present-contact.js';
export { presentDeleteResult } from './present-delete-result.js';
export { presentHandle } from './present-handle.js';
export { presentMessage } from './present-message.js';
export { presentPublicUrl } from './present-public-url.js';
export { presentSearch, type SearchAnswer } from './present-search.js';
export { presentWebhook } from './present-webhook.js';
