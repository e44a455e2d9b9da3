import { describeVersion, useServer } from './describe-version.js';

useServer();

/** Operations of each kind; `parley-server.long.test.ts` tests all of them. */
describeVersion('v3', [
  '* /labels*',
  '* /contacts',
  '* /contacts/{contactId}',
  'addContactLabels',
  'searchContacts',
  'sendMessage',
  'getMessage',
  'searchMessages',
  '* /api_webhooks',
  '* /api_webhooks/{webhookId}',
  'uploadFile',
  'downloadFile',
  'getWorkspace',
  'updateWorkspace',
  'triggerAutomation',
]);

describeVersion('v2');
