import type { RuleCases } from '../rule-cases.js';
import { failure, smallDocument } from '../small-document.js';

function at(path: string, method: string, ...keys: string[]): object {
  const responses = keys.length === 0 ? {} : { '404': failure(...keys) };
  return { ...smallDocument({}), paths: { [path]: { [method]: { operationId: 'getIt', responses } } } };
}

const add = (key: string, parameter: string, file: string): string =>
  `getIt does not declare 404 \`${key}\` for \`{${parameter}}\`. Add \`'404': { $ref: ../components/responses/${file} }\` to its \`responses\`.`;

export const pathParameterHasNotFound: RuleCases = {
  passes: {
    'a key for the resource of the path': at('/chats/{chatId}', 'get', 'chat_not_found', 'contact_not_found'),
    'a key with more words than the parameter': at('/webhooks/{webhookId}', 'put', 'api_webhook_not_found'),
    'a key for each of several parameters': at(
      '/a/{chatId}/{runId}',
      'get',
      'chat_not_found',
      'automation_run_not_found',
    ),
    'a deletion': at('/chats/{chatId}', 'delete'),
    'a path without parameters': at('/chats', 'post'),
  },
  fails: {
    'only a key for another resource': {
      document: at('/message_templates/{messageTemplateId}', 'get', 'contact_not_found'),
      messages: [add('message_template_not_found', 'messageTemplateId', 'MessageTemplateNotFound.yaml')],
    },
    'no 404 for one of two parameters': {
      document: at('/chats/{chatId}/labels/{labelId}', 'get', 'chat_not_found'),
      messages: [add('label_not_found', 'labelId', 'LabelNotFound.yaml')],
    },
  },
};
