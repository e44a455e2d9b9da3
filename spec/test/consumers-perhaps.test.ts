import { describe, expect, it } from '@jest/globals';
import type { Change } from '../scripts/change.js';
import { compareDocuments } from '../scripts/compare-documents.js';
import type { Consumer, Use } from '../scripts/consumers/consumer.js';
import { findAffected } from '../scripts/consumers/find-affected.js';
import { findKeys } from '../scripts/consumers/find-keys.js';
import { compareEdited, type EditableDocument, readBundle } from './compare-edited.js';

const none: Consumer = {
  consumer: 'acme',
  operations: {},
  requestFields: {},
  responseFields: {},
  filterFields: {},
  sortFields: {},
  eventTypes: {},
  eventFields: {},
  enumValues: {},
  errorKeys: {},
  schemas: {},
  schemaFields: {},
  schemaValues: {},
};
const use: Use = { file: 'src/a.ts', line: 1 };

type Edit = (document: EditableDocument) => void;
const requireField =
  (schema: string, field: string): Edit =>
  ({ components }) => {
    components.schemas[schema].required = [...(components.schemas[schema].required ?? []), field];
  };
const removeField =
  (schema: string, field: string): Edit =>
  ({ components }) => {
    delete components.schemas[schema].properties[field];
    components.schemas[schema].required = components.schemas[schema].required.filter(
      (one: string) => one !== field,
    );
  };
const removeStatus: Edit = ({ components }) => {
  components.schemas.ChatStatus.enum = ['open', 'snoozed'];
};
const removeEvent: Edit = ({ webhooks }) => {
  delete webhooks['chat.updated'];
};

describe('a field that becomes required', () => {
  const sendMessage = requireField('MessageSend', 'channelId');
  const upsert = requireField('ContactUpsertItem', 'email');
  const addLabel: Edit = ({ components }) => {
    components.schemas.AddLabelStep.properties.note = { type: 'string' };
    requireField('AddLabelStep', 'note')({ components });
  };
  const step = 'body.steps[](add_label)';
  it.each<[string, Edit, string, string[], string]>([
    ['that is always sent', sendMessage, 'sendMessage', ['body', 'body.channelId'], 'nobody'],
    ['that is never sent', sendMessage, 'sendMessage', ['body', 'body.text'], 'certain'],
    ['that is sent sometimes', sendMessage, 'sendMessage', ['body', 'body.channelId?'], 'perhaps'],
    ['of an unknown body', sendMessage, 'sendMessage', ['body.*'], 'perhaps'],
    [
      'in some elements of a list',
      upsert,
      'upsertContacts',
      ['body', 'body.contacts', 'body.contacts[]', 'body.contacts[].email?'],
      'perhaps',
    ],
    ['below an unknown body', upsert, 'upsertContacts', ['body', 'body.*'], 'perhaps'],
    ['in a branch that is sent without it', addLabel, 'createAutomation', [`${step}.type`], 'certain'],
    [
      'in a branch that is sent with it',
      addLabel,
      'createAutomation',
      [`${step}.type`, `${step}.note`],
      'nobody',
    ],
    ['in another branch', addLabel, 'createAutomation', ['body.steps[](wait).type'], 'nobody'],
    ['in an unknown branch', addLabel, 'createAutomation', ['body.steps[].type'], 'perhaps'],
  ])('%s', (_, edit, operation, sends, expected) => {
    expect(judge(edit, { operations: { [`v3 ${operation}`]: [{ ...use, sends }] } })).toBe(expected);
  });
});

describe('a field of a branch that is removed', () => {
  it.each([
    ['body.steps[](remove_label).labelId', 'certain'],
    ['body.steps[](add_label).labelId', 'nobody'],
    ['body.steps[].labelId', 'perhaps'],
    ['body.*', 'perhaps'],
  ])('affects who sends %s: %s', (path, expected) => {
    const requestFields = { [`v3 createAutomation ${path}`]: [use] };
    expect(judge(removeField('RemoveLabelStep', 'labelId'), { requestFields })).toBe(expected);
  });
});

describe('a field of a step that is removed', () => {
  it.each([
    ['AddLabelStep', 'certain'],
    ['RemoveLabelStep', 'nobody'],
  ])('affects who reads it in a step inside a step, if it is that of %s: %s', (schema, expected) => {
    const nested = { ...use, schema: `${schema}.labelId` };
    const path = 'data.latestVersion.steps[].then[].labelId';
    const responseFields = { [`v3 getAutomation ${path}`]: [nested] };
    expect(judge(removeField('AddLabelStep', 'labelId'), { responseFields })).toBe(expected);
  });
});

describe('a value that is removed', () => {
  const read = { responseFields: { 'v3 getChat data.status': [use] } };
  it.each<[string, Partial<Consumer>, string]>([
    ['compared with', { ...read, enumValues: { 'v3 getChat data.status=closed': [use] } }, 'certain'],
    [
      'not compared, though others are',
      { ...read, enumValues: { 'v3 getChat data.status=open': [use] } },
      'nobody',
    ],
    ['read without a comparison that is known', read, 'perhaps'],
    [
      'also compared in a way that is not known',
      { ...read, enumValues: { 'v3 getChat data.status=open': [use], 'v3 getChat data.status=*': [use] } },
      'perhaps',
    ],
    [
      'read from an unknown operation',
      { schemaFields: { 'v3 Chat.status': [use] }, operations: { 'v3 *': [use] } },
      'perhaps',
    ],
  ])('is %s', (_, uses, expected) => {
    expect(judge(removeStatus, uses)).toBe(expected);
  });

  it.each<[string, Partial<Consumer>, string]>([
    ['that lists it', { enumValues: { 'v3 streamEvents query.events[]=chat.updated': [use] } }, 'certain'],
    [
      'that lists another one',
      { enumValues: { 'v3 streamEvents query.events[]=chat.created': [use] } },
      'nobody',
    ],
    [
      'that lists another one, and has a list of any texts elsewhere',
      {
        enumValues: { 'v3 streamEvents query.events[]=chat.created': [use] },
        requestFields: { 'v3 streamEvents query.events.*': [use] },
      },
      'perhaps',
    ],
  ])('is refused in the query of a stream %s', (_, uses, expected) => {
    const refuse: Edit = ({ paths }) => {
      const { schema } = paths['/events/stream'].get.parameters.find(
        ({ name }: { name: string }) => name === 'events',
      );
      schema.items.enum = schema.items.enum.filter((event: string) => event !== 'chat.updated');
    };
    expect(judge(refuse, uses)).toBe(expected);
  });

  it('is sent in a list, by consumers and by keys', () => {
    const [change] = compareSubject(
      { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
      (schema) => {
        schema.items.enum = ['a'];
      },
    );
    const used = { 'v3 sendMessage body.subject[]=b': [use] };
    expect(findAffected(change, 'v3', [{ ...none, enumValues: used }])).toMatchObject([{ isCertain: true }]);
    const key = { ...none, tenant: 'acme', keyId: '1', keyName: 'CRM', enumValues: used };
    const usage = { from: '2026-01-01', to: '2026-01-02', keys: [key] };
    expect(findKeys(change, 'v3', [usage])).toEqual([{ verb: 'sent by', noun: 'key', names: ['acme: CRM'] }]);
  });

  it('names the values that x-extensible-enum has lost in a request', () => {
    const changes = compareSubject({ type: 'string', 'x-extensible-enum': ['a', 'b'] }, (schema) => {
      schema['x-extensible-enum'] = ['b'];
    });
    expect(changes).toMatchObject([{ rule: 'known-values-removed', lost: ['a'] }]);
  });
});

describe('a receiver', () => {
  const header: Edit = ({ webhooks }) => {
    webhooks['chat.updated'].post.responses = { 204: { description: 'Received.' } };
  };
  it.each<[string, Edit, Partial<Consumer>, string]>([
    ['that stores every event', removeEvent, { eventFields: { 'v3 * *': [use] } }, 'perhaps'],
    ['that looks the type up in a map', removeEvent, { eventTypes: { 'v3 *': [use] } }, 'perhaps'],
    ['that handles the event', removeEvent, { eventTypes: { 'v3 chat.updated': [use] } }, 'certain'],
    [
      'that handles another event',
      removeEvent,
      { eventTypes: { 'v3 message.sent': [use] }, eventFields: { 'v3 * event': [use] } },
      'nobody',
    ],
    ['of every event, when the status changes', header, { eventFields: { 'v3 * id': [use] } }, 'perhaps'],
  ])('%s', (_, edit, uses, expected) => {
    expect(judge(edit, uses)).toBe(expected);
  });
});

describe('a call whose path is a parameter', () => {
  const operations = { 'v3 *': [use] };
  it.each<[string, Edit, Partial<Consumer>]>([
    ['an operation', ({ paths }) => delete paths['/chats/{chatId}'].get, {}],
    ['a required field', requireField('MessageSend', 'channelId'), {}],
    [
      'a field that is read',
      removeField('Chat', 'openUntil'),
      { schemaFields: { 'v3 Chat.openUntil': [use] } },
    ],
    [
      'a filter field',
      ({ paths }) => delete paths['/chats/search'].post['x-filter-fields'].status,
      { filterFields: { 'v3 * *': [use] } },
    ],
  ])('is perhaps affected by %s', (_, edit, uses) => {
    const effects = breaksOf(edit).flatMap((change) =>
      findAffected(change, 'v3', [{ ...none, operations, ...uses }]),
    );
    expect(effects.some(({ verb }) => verb !== 'imported')).toBe(true);
  });
});

function judge(edit: Edit, uses: Partial<Consumer>): string {
  const effects = breaksOf(edit).flatMap((change) => findAffected(change, 'v3', [{ ...none, ...uses }]));
  if (effects.length === 0) return 'nobody';
  return effects.some(({ isCertain }) => isCertain) ? 'certain' : 'perhaps';
}

/** The breaks of a change to `MessageSend.subject`, which has another schema before. */
function compareSubject(schema: object, edit: Edit): [Change, ...Change[]] {
  const [base, head] = [readBundle('v3'), readBundle('v3')];
  for (const { components } of [base, head])
    components.schemas.MessageSend.properties.subject = structuredClone(schema);
  edit(head.components.schemas.MessageSend.properties.subject);
  const [first, ...others] = compareDocuments(base, head).filter(isBreaking);
  if (!first) throw new Error('The edit breaks nothing.');
  return [first, ...others];
}

function breaksOf(edit: Edit): Change[] {
  const breaks = compareEdited('v3', edit).filter(isBreaking);
  if (breaks.length === 0) throw new Error('The edit breaks nothing.');
  return breaks;
}

function isBreaking({ severity }: Change): boolean {
  return severity === 'breaking';
}
