import { describe, expect, it } from '@jest/globals';
import { v2, v3 } from '@parley/contract/operations';
import { buildApiVersion } from '../generator/build-api-version.js';
import type { OpenApiDocument } from '../src/open-api-document.js';

const document: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Small', version: '1.0.0', 'x-sunset-at': '2026-11-01T23:59:59Z' },
  servers: [{ url: 'http://localhost:3000/v2' }],
  tags: [],
  paths: {
    '/broadcasts': {
      get: {
        ...described('listBroadcasts'),
        security: [{ bearerAuth: ['campaigns:read'] }],
        'x-successor': 'searchCampaigns',
      },
      post: {
        ...described('createBroadcast'),
        security: [{ bearerAuth: ['campaigns:write'] }],
        deprecated: true,
        'x-extension': true,
        'x-plan-feature': 'campaigns',
        'x-body-limit': 10_485_760,
        'x-idempotent': true,
        'x-adds-jobs': true,
        'x-impossible-errors': ['contact_not_found'],
        'x-filter-fields': { name: 'text', labelName: 'text' },
        'x-filter-only': ['labelName'],
        'x-successor': { operationId: 'createCampaign' },
      },
    },
  },
  webhooks: {},
  components: {},
  'x-body-limit': 1_048_576,
};

function described(operationId: string) {
  return { operationId, summary: 'S', description: 'D', tags: [], responses: {} };
}

describe('the operation table', () => {
  it('reads the policy of each operation from the contract, with the defaults of the document', () => {
    expect(buildApiVersion('v2', document)).toEqual({
      version: 'v2',
      basePath: '/v2',
      deprecatedAt: null,
      sunsetAt: '2026-11-01T23:59:59Z',
      operations: {
        listBroadcasts: {
          operationId: 'listBroadcasts',
          method: 'get',
          path: '/broadcasts',
          scopes: ['campaigns:read'],
          planFeature: null,
          bodyLimitBytes: 1_048_576,
          idempotent: false,
          addsJobs: false,
          impossibleErrors: [],
          deprecated: false,
          extension: false,
          filterFields: null,
          sortFields: null,
          successor: 'searchCampaigns',
        },
        createBroadcast: {
          operationId: 'createBroadcast',
          method: 'post',
          path: '/broadcasts',
          scopes: ['campaigns:write'],
          planFeature: 'campaigns',
          bodyLimitBytes: 10_485_760,
          idempotent: true,
          addsJobs: true,
          impossibleErrors: ['contact_not_found'],
          deprecated: true,
          extension: true,
          filterFields: { name: 'text', labelName: 'text' },
          sortFields: ['name'],
          successor: 'createCampaign',
        },
      },
    });
  });

  it('contains the ten operations of v3 and the nine of v2', () => {
    expect(Object.keys(v3.operations).length).toBeGreaterThanOrEqual(10);
    expect(Object.keys(v2.operations)).toHaveLength(9);
    expect(v2).toMatchObject({
      basePath: '/v2',
      deprecatedAt: '2026-08-01T00:00:00Z',
      sunsetAt: '2026-11-01T23:59:59Z',
    });
  });
});
