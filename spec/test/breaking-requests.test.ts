import { describeGate } from './describe-gate.js';

describeGate('fails changes of requests:', 'v3', 'breaking', [
  {
    name: 'a new required field of a request',
    edit: ({ components }) => {
      components.schemas.SearchRequest.properties.workspace = { type: 'string' };
      components.schemas.SearchRequest.required = ['workspace'];
    },
    expected:
      'required-property-added POST /audit_log/search > request > body.workspace: Property `workspace` was added, and it is required.',
  },
  {
    name: 'a narrowed enum of a request',
    edit: ({ components }) => components.schemas.ChatStatusChange.properties.status.enum.pop(),
    expected:
      'enum-values-removed POST /chats/{chatId}/status > request > body.status > enum: Removed values: `snoozed`.',
  },
  {
    name: 'another default of a request',
    edit: ({ components }) => {
      components.schemas.ChatStatusChange.properties.status.default = 'closed';
    },
    expected:
      'request-default-changed POST /chats/{chatId}/status > request > body.status > default: The default changed from `"open"` to `"closed"`.',
  },
  {
    name: 'a lowered limit of a request',
    edit: ({ components }) => {
      components.schemas.SearchRequest.properties.query.maxLength = 100;
    },
    expected:
      'schema-constraint-changed POST /audit_log/search > request > body.query > maxLength: `maxLength` changed from `2000` to `100`.',
  },
  {
    name: 'a renamed path parameter',
    edit: ({ paths, components }) => {
      paths['/files/{id}/public_url'] = paths['/files/{fileId}/public_url'];
      delete paths['/files/{fileId}/public_url'];
      components.parameters.FileId.name = 'id';
    },
    expected: 'path-template-changed GET /files/{fileId}/public_url: The path template changed from',
  },
]);
