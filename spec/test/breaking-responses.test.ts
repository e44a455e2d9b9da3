import { describeGate, findErrorKeys } from './describe-gate.js';

describeGate('fails removals:', 'v3', 'breaking', [
  {
    name: 'a removed operation',
    edit: ({ paths }) => delete paths['/api_webhooks/{webhookId}'].put,
    expected: 'operation-removed PUT /api_webhooks/{webhookId}: Operation `updateApiWebhook` was removed.',
  },
  {
    name: 'a removed path, with all its operations',
    edit: ({ paths }) => delete paths['/chats/{chatId}'],
    expected: 'operation-removed DELETE /chats/{chatId}: Operation `deleteChat` was removed.',
  },
  {
    name: 'a removed webhook',
    edit: ({ webhooks }) => delete webhooks['chat.updated'],
    expected: 'event-removed webhook > chat.updated: Event `chat.updated` was removed.',
  },
]);

// A change of a shared component is reported at the first location in the document that uses it.
describeGate('fails changes of responses:', 'v3', 'breaking', [
  {
    name: 'a removed field of a response',
    edit: ({ components }) => delete components.schemas.Handle.properties.isPrimary,
    expected:
      'property-removed POST /contacts/{contactId}/labels > 200 > body.data.handles[].isPrimary: Property `isPrimary` of `Handle` was removed.',
  },
  {
    name: 'a field of a response that may now be missing',
    edit: ({ components }) => components.schemas.DeleteResult.required.pop(),
    expected:
      'property-became-optional DELETE /channels/{channelId} > 200 > body.data.notFoundIds: Property `notFoundIds` can now be missing.',
  },
  {
    name: 'a field of a response that may now be null',
    edit: ({ components }) => {
      components.schemas.Contact.properties.fullName.type = ['string', 'null'];
    },
    expected:
      'null-allowed POST /contacts/{contactId}/labels > 200 > body.data.fullName: The value can now be null.',
  },
  {
    name: 'a removed field of a delivered event, inside an allOf',
    edit: ({ components }) => delete components.schemas.MessageEventData.allOf.at(-1).properties.status,
    expected:
      'property-removed POST /events/search > 200 > body.data[](message.received).data.status: Property `status` was removed.',
  },
  {
    name: 'a removed header of a delivered event',
    edit: ({ webhooks }) => webhooks['chat.updated'].post.parameters.splice(2, 1),
    expected:
      'parameter-removed webhook > chat.updated > header webhook-signature: Header parameter `webhook-signature` was removed.',
  },
  {
    name: 'a removed error response',
    edit: ({ paths }) => delete paths['/automations/{automationId}/trigger'].post.responses['402'],
    expected: 'response-removed POST /automations/{automationId}/trigger > 402: Response `402` was removed.',
  },
  {
    name: 'a removed error key of a response that stays',
    edit: ({ components }) => findErrorKeys(components.responses.ChatNotFound).enum.pop(),
    expected:
      'error-key-removed GET /chats/{chatId} > 404 > contact_not_found: Error `contact_not_found` was removed.',
  },
  {
    name: 'a changed error key',
    edit: ({ components }) => {
      findErrorKeys(components.responses.Forbidden).const = 'not_allowed';
    },
    expected: 'error-key-removed GET /chats/{chatId} > 403 > forbidden: Error `forbidden` was removed.',
  },
  {
    name: 'a removed response header',
    edit: ({ components }) => delete components.responses.TooManyRequests.headers['Retry-After'],
    expected:
      'response-header-removed GET /workspace > 429 > header Retry-After: Response header `Retry-After` was removed.',
  },
  {
    name: 'a removed value of a response, for which typed clients have a branch',
    edit: ({ components }) => components.schemas.Handle.properties.type.enum.pop(),
    expected:
      'enum-values-removed POST /contacts/{contactId}/labels > 200 > body.data.handles[].type > enum: Removed values: `instagram`.',
  },
  {
    name: 'an added value of a response, for which typed clients have no branch',
    edit: ({ components }) => components.schemas.ChatStatus.enum.push('archived'),
    expected:
      'enum-values-added POST /contacts/{contactId}/labels > 200 > body.data.chats[].status > enum: Added values: `archived`.',
  },
  {
    name: 'a removed value of a response, though another was added',
    edit: ({ components }) => {
      components.schemas.Message.properties.sender.enum.splice(0, 1, 'system');
    },
    expected:
      'enum-values-removed GET /chats/{chatId} > 200 > body.data.latestMessage.sender > enum: Removed values: `inbound`.',
  },
  {
    name: 'a removed value of a delivered event',
    edit: ({ components }) => components.schemas.MessageEventChannel.properties.type.enum.pop(),
    expected:
      'enum-values-removed POST /events/search > 200 > body.data[](message.received).data.channel.type > enum: Removed values: `instagram`.',
  },
  {
    name: 'a response header that is no longer always sent',
    edit: ({ components }) => delete components.headers['WWW-Authenticate'].required,
    expected:
      'response-header-became-optional GET /workspace > 401 > header WWW-Authenticate: Response header `WWW-Authenticate` is no longer always sent.',
  },
]);

describeGate('fails what the readers of a list or union that can grow rely on:', 'v3', 'breaking', [
  {
    name: 'a known value that no longer occurs',
    edit: ({ components }) => components.schemas.MessageStatus['x-extensible-enum'].pop(),
    expected: '.status > x-extensible-enum: Values that no longer occur: `canceled`.',
  },
  {
    name: 'a list of known values that is removed',
    edit: ({ components }) => delete components.schemas.AutomationStepType['x-extensible-enum'],
    expected: '.type > x-extensible-enum: The list of known values was removed: `send_message`,',
  },
  {
    name: 'a list that is closed',
    edit: ({ components: { schemas } }) => {
      schemas.AutomationTriggerType = structuredClone(schemas.AutomationTriggerTypeInput);
    },
    expected: ' > enum: The list is closed: it has only `manual`,',
  },
  {
    name: 'a union that is closed',
    edit: ({ components }) => delete components.schemas.AutomationStep['x-extensible'],
    expected: ' > x-extensible: Only the listed choices are possible now.',
  },
  {
    name: 'a choice that is removed',
    edit: ({ components }) => components.schemas.Event.oneOf.pop(),
    expected: '(message_template.updated): `message_template.updated` is no longer one of the choices.',
  },
]);
