import { beforeAll, describe, expect, it } from '@jest/globals';
import { runRedocly } from '../scripts/redocly.js';
import { allowForTools } from './allow-for-tools.js';
import type { EditableDocument } from './compare-edited.js';
import { copySpec, type SpecCopy, sourcesOf } from './copy-spec.js';

allowForTools();

describe('wrong examples in the contract', () => {
  let copy: SpecCopy;
  let report: string;

  beforeAll(async () => {
    copy = await copySpec(...sourcesOf('v3'));
    await copy.edit('v3/paths/chats@{chatId}.yaml', ({ get }) => {
      firstExample(get.responses[200]).isUnread = 'maybe';
    });
    await copy.edit('v3/paths/automations@search.yaml', ({ post }) => {
      firstExample(post.requestBody).pagination.limit = 2500;
    });
    await copy.edit('v3/components/schemas/SearchRequest.yaml', ({ properties }) => {
      properties.search.examples = [5];
    });
    await copy.edit('v3/paths/labels.yaml', ({ post }) => {
      firstExample(post.responses[200]).$ref = '../components/examples/Lable.yaml';
    });
    await copy.edit('v3/components/examples/Attribute.yaml', (attribute) => {
      attribute.isVisibleQuickEdit = 'sometimes';
    });
    await copy.edit('v3/webhooks/message.sent.yaml', ({ post }) => {
      firstExample(post.requestBody).data.sender = 'sideways';
    });
    await copy.edit('v3/components/parameters/ChatId.yaml', (parameter) => {
      parameter.example = 5;
    });
    await copy.edit('shared/headers/Retry-After.yaml', (header) => {
      header.example = 'soon';
    });
    await copy.edit('shared/schemas/Id.yaml', (schema) => {
      schema.examples = ['not an id'];
    });
    const { stdout } = await runRedocly(['lint', 'v3', '--format=stylish'], copy.folder);
    report = stdout;
  });

  it.each([
    ['a response', '`isUnread` property type must be boolean'],
    ['a value that several responses show', '`isVisibleQuickEdit` property type must be boolean'],
    [
      'a reference to no file',
      'There is no example `../components/examples/Lable.yaml`. Create the file, or',
    ],
    ['a request body', '`limit` property must be <= 100'],
    ['a component', 'Example value must conform to the schema: type must be string'],
    ['a webhook', '`sender` property must be equal to one of the allowed values "inbound", "outbound"'],
    ['a parameter', 'no-invalid-parameter-examples'],
    ['a header', 'The example of this header does not match its schema: it must be integer'],
    ['the form of an id', 'must match format "uuid"'],
  ])('are refused in %s', (_, message) => {
    expect(report).toContain(message);
  });
});

function firstExample(body: EditableDocument): EditableDocument {
  const [example] = Object.values<EditableDocument>(body.content['application/json'].examples);
  return example.value;
}
