import type { RuleCases } from '../rule-cases.js';
import { jsonBody, jsonResponse, smallDocument } from '../small-document.js';

const components = {
  schemas: {
    Id: { type: 'string', format: 'uuid' },
    Timestamp: { type: 'string', format: 'date-time' },
    TimestampInput: { type: 'string', format: 'date-time' },
    Webhook: { type: 'object', properties: { channelId: { type: 'string' } } },
  },
};
const id = { $ref: '#/components/schemas/Id' };
const timestamp = { $ref: '#/components/schemas/Timestamp' };
const timestampInput = { $ref: '#/components/schemas/TimestampInput' };

function responding(properties: object): object {
  return smallDocument({ operation: { responses: { '200': jsonResponse({ properties }) } }, components });
}

function receiving(properties: object): object {
  return smallDocument({ operation: { requestBody: jsonBody({ properties }) }, components });
}

function delivering(properties: object): object {
  const chatUpdated = { post: { requestBody: jsonBody({ properties }) } };
  return smallDocument({ components, webhooks: { chatUpdated } });
}

function refusal(name: string, expected: string): string {
  return `${name} does not use the shared schema ${expected}. Refer to shared/schemas/${expected}.yaml, or exempt the name in redocly.yaml.`;
}

function writtenOut(format: string, files: string): string {
  return `\`format: ${format}\` is written out here. Refer to ${files}.`;
}

const timestampFiles =
  'shared/schemas/Timestamp.yaml or shared/schemas/TimestampInput.yaml or shared/schemas/ScheduledAtInput.yaml';

export const idsAndTimestampsUseSharedSchemas: RuleCases = {
  options: { exempt: ['vendorId', 'Webhook.channelId'] },
  passes: {
    'a response with shared schemas': responding({ id, chatId: id, createdAt: timestamp, timestamp }),
    'a value that may be null': responding({ openUntil: { oneOf: [timestamp, { type: 'null' }] } }),
    'a request with the input form': receiving({ contactId: id, scheduledAt: timestampInput }),
    'a delivered event, in the form of responses': delivering({ id, createdAt: timestamp }),
    'an exempt name': responding({ vendorId: { type: 'string' } }),
    'an exempt name of one component': responding({ hook: { $ref: '#/components/schemas/Webhook' } }),
    'similar names': responding({ paid: { type: 'boolean' }, format: { type: 'string' } }),
  },
  fails: {
    'a plain string as id': {
      document: responding({ data: { type: 'array', items: { properties: { id: { type: 'string' } } } } }),
      messages: [refusal('`id` of a response', 'Id')],
    },
    'an inline timestamp': {
      document: responding({ updatedAt: { type: 'string', format: 'date-time' } }),
      messages: [refusal('`updatedAt` of a response', 'Timestamp')],
    },
    'the loose input form in a response': {
      document: responding({ createdAt: timestampInput }),
      messages: [refusal('`createdAt` of a response', 'Timestamp')],
    },
    'the strict response form in a request': {
      document: receiving({ scheduledAt: timestamp }),
      messages: [refusal('`scheduledAt` of a request', 'TimestampInput')],
    },
    'a delivered event with a plain id': {
      document: delivering({ tenantId: { type: 'string' } }),
      messages: [refusal('`tenantId` of a response', 'Id')],
    },
    'formats with other names': {
      document: responding({
        closedOn: { type: 'string', format: 'date-time' },
        ownerUUID: { oneOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] },
      }),
      messages: [writtenOut('date-time', timestampFiles), writtenOut('uuid', 'shared/schemas/Id.yaml')],
    },
    'a format in a parameter': {
      document: smallDocument({
        operation: {
          parameters: [{ name: 'since', in: 'query', schema: { type: 'string', format: 'date-time' } }],
        },
        components,
      }),
      messages: [writtenOut('date-time', timestampFiles)],
    },
    'an exempt name with an inline format': {
      document: responding({ vendorId: { type: 'string', format: 'uuid' } }),
      messages: [writtenOut('uuid', 'shared/schemas/Id.yaml')],
    },
  },
};
