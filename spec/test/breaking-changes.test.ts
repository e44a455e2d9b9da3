import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Change, changeKey } from '../scripts/change.js';
import type { Version } from '../scripts/versions.js';
import { compareEdited, type EditableDocument } from './compare-edited.js';

interface Case {
  readonly name: string;
  readonly edit: (document: EditableDocument) => void;
  /** The change as the report prints it, followed by its sentence. */
  readonly expected: string;
}

describeGate('fails removals:', 'v3', 'breaking', [
  {
    name: 'a removed operation',
    edit: ({ paths }) => delete paths['/api_webhooks/{webhookId}'].put,
    expected:
      'operation-removed PUT /api_webhooks/{webhookId}: Operation `PUT /api_webhooks/{webhookId}` was removed.',
  },
  {
    name: 'a removed path, with all its operations',
    edit: ({ paths }) => delete paths['/chats/{chatId}'],
    expected:
      'path-removed /chats/{chatId}: Path `/chats/{chatId}` was removed. With it went `getChat`, `deleteChat`.',
  },
  {
    name: 'a removed webhook',
    edit: ({ webhooks }) => delete webhooks['chat.updated'],
    expected:
      'path-removed webhook > chat.updated: Webhook `chat.updated` was removed. With it went `chatUpdated`.',
  },
]);

describeGate('fails changes of answers:', 'v3', 'breaking', [
  {
    name: 'a removed field of an answer',
    edit: ({ components }) => delete components.schemas.Handle.properties.isPrimary,
    expected:
      'property-removed GET /chats/{chatId} > 200 > body.data.contact.handles[].isPrimary: Property `isPrimary` of `Handle` was removed.',
  },
  {
    name: 'a field of an answer that may now be missing',
    edit: ({ components }) => components.schemas.DeleteResult.required.pop(),
    expected:
      'required-properties-removed DELETE /chats/{chatId} > 200 > body.data > required: Properties of `data` are no longer required: `notFoundIds`.',
  },
  {
    name: 'a field of an answer that may now be null',
    edit: ({ components }) => {
      components.schemas.Contact.properties.fullName.type = ['string', 'null'];
    },
    expected:
      "schema-type-changed GET /chats/{chatId} > 200 > body.data.contact.fullName > type: Type of `fullName` widened from 'string' to 'string | null'.",
  },
  {
    name: 'a removed field of a delivered event, inside an allOf',
    edit: ({ components }) => delete components.schemas.MessageEventData.allOf[1].properties.status,
    expected:
      'property-removed webhook > message.received > request > body.data.status: Property `status` was removed.',
  },
  {
    name: 'a removed header of a delivered event',
    edit: ({ webhooks }) => webhooks['chat.updated'].post.parameters.pop(),
    expected:
      'webhook-header-removed webhook > chat.updated > parameters/2: A header of the delivery was removed',
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
      'response-header-removed GET /chats/{chatId} > 429 > header Retry-After: Response header `Retry-After` was removed.',
  },
]);

describeGate('fails changes of requests:', 'v3', 'breaking', [
  {
    name: 'a new required field of a request',
    edit: ({ components }) => {
      components.schemas.SearchRequest.properties.workspace = { type: 'string' };
      components.schemas.SearchRequest.required = ['workspace'];
    },
    expected:
      'required-properties-added POST /automations/search > request > body > required: Properties of `SearchRequest` became required: `workspace`.',
  },
  {
    name: 'a narrowed enum of a request',
    edit: ({ components }) => components.schemas.ChatStatusChange.properties.status.enum.pop(),
    expected:
      "enum-values-removed POST /chats/{chatId}/status > request > body.status > enum: Enum of `status` lost values: 'snoozed'.",
  },
  {
    name: 'another default of a request',
    edit: ({ components }) => {
      components.schemas.ChatStatusChange.properties.status.default = 'closed';
    },
    expected:
      'request-default-changed POST /chats/{chatId}/status > request > body.status > default: The default of `status` changed from `"open"` to `"closed"`.',
  },
  {
    name: 'a lowered limit of a request',
    edit: ({ components }) => {
      components.schemas.SearchRequest.properties.query.maxLength = 100;
    },
    expected:
      "schema-constraint-changed POST /automations/search > request > body.query > maxLength: `maxLength` of `query` changed from '2000' to '100'.",
  },
  {
    name: 'a renamed path parameter',
    edit: ({ paths, components }) => {
      paths['/files/{id}/public_url'] = paths['/files/{fileId}/public_url'];
      delete paths['/files/{fileId}/public_url'];
      components.parameters.FileId.name = 'id';
    },
    expected: 'path-template-changed /files/{id}/public_url > key: The path template changed from',
  },
]);

describeGate('fails changes of names and policy:', 'v3', 'breaking', [
  {
    name: 'a renamed schema, though its shape stays',
    edit: (document) => {
      const { FilePublicUrl, ...others } = document.components.schemas;
      document.components.schemas = { ...others, PublicUrl: FilePublicUrl };
      const { schema } =
        document.paths['/files/{fileId}/public_url'].get.responses[200].content['application/json'];
      schema.properties.data = { $ref: '#/components/schemas/PublicUrl' };
    },
    expected: 'schema-name-removed schema > FilePublicUrl: Type name `FilePublicUrl` was removed or renamed.',
  },
  {
    name: 'a response header that is no longer certain',
    edit: ({ components }) => delete components.headers['Retry-After'].required,
    expected:
      'response-header-became-optional GET /chats/{chatId} > 429 > header Retry-After > required: Response header `Retry-After` is no longer always sent.',
  },
  {
    name: 'another scope',
    edit: ({ paths }) => {
      paths['/chats/{chatId}'].get.security[0].bearerAuth = ['chats:write'];
    },
    expected: 'security-requirement-changed GET /chats/{chatId} > security/0 > bearerAuth: Security scheme',
  },
  {
    name: 'a plan feature that is now needed',
    edit: ({ paths }) => {
      paths['/chats/{chatId}'].get['x-plan-feature'] = 'automations';
    },
    expected: 'plan-feature-required GET /chats/{chatId}: The plan feature `automations` is now needed.',
  },
  {
    name: 'a lowered body limit',
    edit: (document) => {
      document['x-body-limit'] = 1000;
    },
    expected:
      'body-limit-lowered POST /automations/search: The body limit changed from 1048576 to 1000 bytes.',
  },
  {
    name: 'idempotency taken away',
    edit: ({ paths }) => delete paths['/automations/{automationId}/trigger'].post['x-idempotent'],
    expected: 'idempotency-removed POST /automations/{automationId}/trigger: `Idempotency-Key` no longer',
  },
  {
    name: 'a field that can no longer be filtered on',
    edit: ({ paths }) => delete paths['/automations/search'].post['x-filter-fields'].status,
    expected:
      'filter-field-changed POST /automations/search > filter > status: `status` can no longer be filtered on.',
  },
]);

describeGate('fails changes of the legacy version:', 'v2', 'breaking', [
  {
    name: 'a removed field of an open request, which would be ignored in silence',
    edit: ({ components }) => delete components.schemas.BroadcastCreate.properties.variables,
    expected:
      'request-property-removed POST /{channelId}/broadcasts > request > body.variables: Property `variables` of the request was removed.',
  },
  {
    name: 'an earlier sunset',
    edit: ({ info }) => {
      info['x-sunset-at'] = '2026-10-01T00:00:00Z';
    },
    expected: 'sunset-earlier document: The sunset moved from 2026-11-01T23:59:59Z to 2026-10-01T00:00:00Z.',
  },
]);

describeGate('passes', 'v3', 'compatible', [
  {
    name: 'an added optional field of a request',
    edit: ({ components }) => {
      components.schemas.SearchRequest.properties.workspace = { type: 'string' };
    },
    expected:
      'property-added POST /automations/search > request > body.workspace: Property `workspace` was added.',
  },
  {
    name: 'an added field of an answer',
    edit: ({ components }) => {
      components.schemas.Chat.properties.priority = { type: 'integer' };
      components.schemas.Chat.required.push('priority');
    },
    expected: 'property-added GET /chats/{chatId} > 200 > body.data.priority: Property `priority` was added.',
  },
  {
    name: 'an added operation',
    edit: ({ paths }) => {
      paths['/chats'] = {
        get: { operationId: 'listChats', responses: { '200': { description: 'Chats.' } } },
      };
    },
    expected: 'path-added /chats: Path `/chats` was added.',
  },
  {
    name: 'an added error key',
    edit: ({ components }) => findErrorKeys(components.responses.ChatNotFound).enum.push('label_not_found'),
    expected:
      'error-key-added GET /chats/{chatId} > 404 > label_not_found: Error `label_not_found` was added.',
  },
  {
    name: 'another description',
    edit: ({ components }) => {
      components.schemas.Chat.description = 'A talk.';
    },
    expected: 'property-modified GET /chats/{chatId} > 200 > body.data > description: `description`',
  },
]);

it('sees no change in an unchanged document', async () => {
  await expect(compareEdited('v3', () => {})).resolves.toEqual([]);
});

/** Makes all edits to one document, since they do not touch each other, and looks for each in the gate's words. */
function describeGate(
  title: string,
  version: Version,
  verdict: 'breaking' | 'compatible',
  cases: Case[],
): void {
  describe(`the gate ${title}`, () => {
    let changes: Change[];
    beforeAll(async () => {
      changes = await compareEdited(version, (document) => {
        for (const { edit } of cases) edit(document);
      });
    });
    it.each(cases)('$name', ({ expected }) => {
      const relevant = changes.filter(
        ({ severity }) => (severity === 'breaking') === (verdict === 'breaking'),
      );
      const words = relevant.map((change) => `${changeKey(change)}: ${change.sentence}`);
      expect(words).toContainEqual(expect.stringContaining(expected));
    });
    it(verdict === 'breaking' ? 'as a whole' : 'with nothing broken', () => {
      const isBreaking = changes.some(({ severity }) => severity === 'breaking');
      expect(isBreaking).toBe(verdict === 'breaking');
    });
  });
}

function findErrorKeys(response: EditableDocument): EditableDocument {
  return response.content['application/json'].schema.properties.error.allOf[1].properties.messageKey;
}
