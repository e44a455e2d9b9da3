import { describe, expect, it } from '@jest/globals';
import { buildMigration } from '../scripts/migration/build-migration.js';
import type { ContractDocument } from '../scripts/read-document.js';
import { jsonBody, jsonResponse } from './small-document.js';

const current: ContractDocument = {
  info: { version: '3.0.0' },
  paths: {
    '/campaigns': {
      post: {
        operationId: 'createCampaign',
        requestBody: jsonBody({
          properties: {
            channelId: { type: 'string' },
            title: { type: 'string' },
            status: { type: 'string', enum: ['draft', 'active'] },
            variables: { additionalProperties: { type: 'string' } },
            scopes: {
              type: 'array',
              items: { properties: { type: { enum: ['channel'] }, ids: { items: { type: 'string' } } } },
            },
          },
        }),
        responses: { 200: jsonResponse({ properties: { data: { $ref: '#/components/schemas/Campaign' } } }) },
      },
    },
    '/campaigns/search': {
      post: {
        operationId: 'searchCampaigns',
        'x-filter-fields': { channelId: 'id' },
        requestBody: jsonBody({ properties: { query: { type: 'string' } } }),
        responses: {
          200: jsonResponse({
            properties: { data: { type: 'array', items: { $ref: '#/components/schemas/Campaign' } } },
          }),
        },
      },
    },
  },
  webhooks: {
    'message.sent': { post: { operationId: 'messageSent', requestBody: jsonBody(event('message.sent')) } },
  },
  components: {
    schemas: { Campaign: { properties: { id: { type: 'string' }, title: { type: 'string' } } } },
  },
};

function event(type: string): object {
  return { properties: { event: { type: 'string', const: type } } };
}

interface LegacyParts {
  readonly create?: unknown;
  readonly list?: unknown;
  readonly fields?: object;
}

const plainly = { operationId: 'createCampaign', parameters: { channelId: 'body.channelId' } };

/** Returns a version with a broadcast that is created and listed by channel. */
function legacy({ create = plainly, list, fields = {} }: LegacyParts = {}): ContractDocument {
  const broadcast = {
    'x-successor': { schema: 'Campaign', fields: { name: 'title' } },
    properties: { id: { type: 'string' }, name: { type: 'string' } },
  };
  return {
    info: { version: '2.0.0' },
    paths: {
      '/{channelId}/broadcasts': {
        post: {
          operationId: 'createBroadcast',
          'x-successor': create,
          requestBody: jsonBody({
            'x-successor': {
              schema: 'CampaignCreate',
              fields: {
                name: 'title',
                isActive: { to: 'status', values: { true: 'active', false: 'draft' } },
                pairs: { to: 'variables', map: { key: 'name', value: 'value' } },
                only: { to: 'scopes[].ids[]', with: { 'scopes[].type': 'channel' } },
                tenantId: { gone: 'The token names it.' },
                ...fields,
              },
            },
            properties: {
              name: { type: 'string' },
              isActive: { type: 'boolean' },
              pairs: { type: 'array', items: { properties: { name: {}, value: {} } } },
              only: { type: 'string' },
              tenantId: { type: 'string' },
            },
          }),
          responses: { 200: jsonResponse({ properties: { data: broadcast } }) },
        },
        get: {
          operationId: 'listBroadcasts',
          'x-successor': list ?? {
            operationId: 'searchCampaigns',
            parameters: { channelId: { to: 'body.query', as: 'eq(channelId,"{value}")' } },
            response: { 'data.broadcasts': 'data' },
          },
          responses: {
            200: jsonResponse({
              properties: { data: { properties: { broadcasts: { type: 'array', items: broadcast } } } },
            }),
          },
        },
      },
    },
    webhooks: {
      SMS_SENT: {
        post: {
          operationId: 'smsSent',
          'x-successor': 'messageSent',
          requestBody: jsonBody({
            ...event('SMS_SENT'),
            'x-successor': { schema: 'Sent', fields: { event: { values: { SMS_SENT: 'message.sent' } } } },
          }),
        },
      },
    },
  };
}

const same = { values: null, template: null, with: null, note: null };

describe('the migration from v2 to v3', () => {
  it('maps every field of every request, response and event to its location in v3', () => {
    const { operations, events } = buildMigration(legacy(), current);
    expect(operations).toEqual([
      {
        operationId: 'createBroadcast',
        successor: 'createCampaign',
        followedBy: [],
        note: null,
        request: [
          { ...same, from: 'path.channelId', to: 'body.channelId' },
          { ...same, from: 'body.name', to: 'body.title' },
          {
            ...same,
            from: 'body.isActive',
            to: 'body.status',
            values: { true: 'active', false: 'draft' },
          },
          { ...same, from: 'body.pairs[].name', to: 'body.variables{key}' },
          { ...same, from: 'body.pairs[].value', to: 'body.variables{}' },
          {
            ...same,
            from: 'body.only',
            to: 'body.scopes[].ids[]',
            with: { 'body.scopes[].type': 'channel' },
          },
          { ...same, from: 'body.tenantId', to: null, note: 'The token names it.' },
        ],
        response: [
          { ...same, from: 'data.id', to: 'data.id' },
          { ...same, from: 'data.name', to: 'data.title' },
        ],
      },
      {
        operationId: 'listBroadcasts',
        successor: 'searchCampaigns',
        followedBy: [],
        note: null,
        request: [{ ...same, from: 'path.channelId', to: 'body.query', template: 'eq(channelId,"{value}")' }],
        response: [
          { ...same, from: 'data.broadcasts[].id', to: 'data[].id' },
          { ...same, from: 'data.broadcasts[].name', to: 'data[].title' },
        ],
      },
    ]);
    expect(events).toEqual([
      {
        type: 'SMS_SENT',
        successor: 'message.sent',
        note: null,
        body: [{ ...same, from: 'event', to: 'event', values: { SMS_SENT: 'message.sent' } }],
      },
    ]);
  });

  it('needs no mapping without a successor', () => {
    const { operations } = buildMigration(legacy({ create: null }), current);
    expect(operations[0]).toMatchObject({ successor: null, request: [], response: [] });
  });

  const moved = '`body.name` is mapped to';
  it.each<[string, LegacyParts, string]>([
    ['an operation that v3 does not have', { create: 'makeCampaign' }, 'v3 has no operation `makeCampaign`'],
    [
      'a call afterwards that v3 does not have',
      { create: { ...plainly, followedBy: ['go'] } },
      'v3 has no operation `go`',
    ],
    ['a parameter without a successor', { create: 'createCampaign' }, '`path.channelId` is mapped to'],
    ['a field that neither exists nor is declared as removed', { fields: { name: { note: 'x' } } }, moved],
    ['a new name that v3 does not have', { fields: { name: 'titel' } }, `${moved} \`body.titel\``],
    [
      'a value that v3 does not have',
      { fields: { isActive: { to: 'status', values: { true: 'on', false: 'draft' } } } },
      'the value `true` of `body.isActive` is called `on`, which `body.status` does not have',
    ],
    [
      'a value without a successor',
      { fields: { isActive: { to: 'status', values: { true: 'active' } } } },
      'the value `false` of `body.isActive` has no successor',
    ],
    [
      'a field to set that v3 does not have',
      { fields: { only: { to: 'scopes[].ids[]', with: { 'scopes[].kind': 'channel' } } } },
      '`body.scopes[].kind` must be set, but v3 does not have it',
    ],
    [
      'a filter by a field that is not a filter field',
      {
        list: {
          operationId: 'searchCampaigns',
          parameters: { channelId: { to: 'body.query', as: 'eq(channel,"{value}")' } },
          response: { 'data.broadcasts': 'data' },
        },
      },
      '`path.channelId` became a filter by `channel`, which is not a filter field',
    ],
    [
      'a part of the response that moved without a declaration',
      {
        list: {
          operationId: 'searchCampaigns',
          parameters: { channelId: { to: 'body.query', as: 'eq(channelId,"{value}")' } },
        },
      },
      '`data.broadcasts[].id` is mapped to `data.broadcasts[].id`',
    ],
  ])('fails on %s', (_, parts, message) => {
    expect(() => buildMigration(legacy(parts), current)).toThrow(message);
  });
});
