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

function answering(properties: object): object {
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

const timestampFiles = 'shared/schemas/Timestamp.yaml or shared/schemas/TimestampInput.yaml';

export const idsAndTimestampsUseSharedSchemas: RuleCases = {
  options: { exempt: ['vendorId', 'Webhook.channelId'] },
  passes: {
    'an answer with shared schemas': answering({ id, chatId: id, createdAt: timestamp, timestamp }),
    'a value that may be null': answering({ openUntil: { oneOf: [timestamp, { type: 'null' }] } }),
    'a request with the input form': receiving({ contactId: id, scheduledAt: timestampInput }),
    'a delivered event, in the form of answers': delivering({ id, createdAt: timestamp }),
    'an exempt name': answering({ vendorId: { type: 'string' } }),
    'an exempt name of one component': answering({ hook: { $ref: '#/components/schemas/Webhook' } }),
    'names that only look like it': answering({ paid: { type: 'boolean' }, format: { type: 'string' } }),
  },
  fails: {
    'a plain string as id': {
      document: answering({ data: { type: 'array', items: { properties: { id: { type: 'string' } } } } }),
      messages: [refusal('`id` of an answer', 'Id')],
    },
    'a timestamp of its own': {
      document: answering({ updatedAt: { type: 'string', format: 'date-time' } }),
      messages: [refusal('`updatedAt` of an answer', 'Timestamp')],
    },
    'the loose input form in an answer': {
      document: answering({ createdAt: timestampInput }),
      messages: [refusal('`createdAt` of an answer', 'Timestamp')],
    },
    'the strict answer form in a request': {
      document: receiving({ scheduledAt: timestamp }),
      messages: [refusal('`scheduledAt` of a request', 'TimestampInput')],
    },
    'a delivered event with a plain id': {
      document: delivering({ tenantId: { type: 'string' } }),
      messages: [refusal('`tenantId` of an answer', 'Id')],
    },
    'formats under names that do not show it': {
      document: answering({
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
    'an exempt name with a format of its own': {
      document: answering({ vendorId: { type: 'string', format: 'uuid' } }),
      messages: [writtenOut('uuid', 'shared/schemas/Id.yaml')],
    },
  },
};
