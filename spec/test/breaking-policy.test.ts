import { expect, it } from '@jest/globals';
import { compareEdited } from './compare-edited.js';
import { describeGate } from './describe-gate.js';

describeGate('fails changes of names and policy:', 'v3', 'breaking', [
  {
    name: 'a renamed schema with the same content',
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
    name: 'another scope',
    edit: ({ paths }) => {
      paths['/chats/{chatId}'].get.security[0].bearerAuth = ['chats:write'];
    },
    expected:
      'security-requirement-changed GET /chats/{chatId} > security: The scopes `chats:write` are now required.',
  },
  {
    name: 'a plan feature that is now required',
    edit: ({ paths }) => {
      paths['/chats/{chatId}'].get['x-plan-feature'] = 'automations';
    },
    expected: 'plan-feature-required GET /chats/{chatId}: The plan feature `automations` is now required.',
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
    name: 'removed idempotency',
    edit: ({ paths }) => delete paths['/automations/{automationId}/trigger'].post['x-idempotent'],
    expected: 'idempotency-removed POST /automations/{automationId}/trigger: `Idempotency-Key` no longer',
  },
  {
    name: 'a tool that was renamed',
    edit: ({ paths }) => {
      paths['/chats/{chatId}'].get['x-tool'].name = 'read_chat';
    },
    expected: 'tool-renamed GET /chats/{chatId} > tool: Tool `get_chat` was renamed to `read_chat`.',
  },
  {
    name: 'a tool that was removed',
    edit: ({ paths }) => delete paths['/workspace'].get['x-tool'],
    expected: 'tool-removed GET /workspace > tool: Tool `get_workspace` was removed.',
  },
  {
    name: 'a tool that hosts would run with less care',
    edit: ({ paths }) => {
      paths['/messages/send'].post['x-tool'].hint = 'read-only';
    },
    expected:
      'tool-hint-weakened POST /messages/send > tool: The hint of tool `send_message` changed from `outgoing` to `read-only`: hosts would run it with less care.',
  },
  {
    name: 'a tool that hosts would run with the same care for another reason',
    edit: ({ paths }) => {
      paths['/chats/{chatId}/assign'].post['x-tool'].hint = 'destructive';
    },
    expected:
      'tool-hint-weakened POST /chats/{chatId}/assign > tool: The hint of tool `assign_chat` changed from `outgoing` to `destructive`: hosts would still ask',
  },
  {
    name: 'a field that can no longer be filtered on',
    edit: ({ paths }) => delete paths['/automations/search'].post['x-filter-fields'].status,
    expected:
      'filter-field-changed POST /automations/search > filter > status: `status` can no longer be filtered on.',
  },
  {
    name: 'a field that can no longer be sorted by',
    edit: ({ paths }) => {
      paths['/automations/search'].post['x-filter-only'] = ['status'];
    },
    expected:
      'sort-field-removed POST /automations/search > sort > status: `status` can no longer be sorted by.',
  },
]);

describeGate('fails changes of the legacy version:', 'v2', 'breaking', [
  {
    name: 'a removed field of an open request, which would be silently ignored',
    edit: ({ components }) => delete components.schemas.BroadcastCreate.properties.variables,
    expected:
      'request-property-removed POST /{channelId}/broadcasts > request > body.variables: Property `variables` of `BroadcastCreate` was removed.',
  },
  {
    name: 'an earlier sunset',
    edit: ({ info }) => {
      info['x-sunset-at'] = '2026-10-01T00:00:00Z';
    },
    expected: 'sunset-earlier document: The sunset moved from 2026-11-01T23:59:59Z to 2026-10-01T00:00:00Z.',
  },
]);

it('a missing body limit stops the comparison, since it cannot be compared', () => {
  const compare = () => compareEdited('v3', (document) => delete document['x-body-limit']);
  expect(compare).toThrow('has no body limit: `x-body-limit` is missing.');
});
