import type { RuleCases } from '../rule-cases.js';
import { jsonBody } from '../small-document.js';

function updating(
  method: string,
  schema: object,
  { components = {}, operationId = 'updateChat' }: { components?: object; operationId?: string } = {},
): object {
  return {
    openapi: '3.1.0',
    info: { title: 'Small', version: '1.0.0' },
    paths: { '/chats/{chatId}': { [method]: { operationId, requestBody: jsonBody(schema) } } },
    components,
  };
}

const withDefault = { type: 'object', properties: { isOrdered: { type: 'boolean', default: false } } };
const refusal =
  'updateChat: an update has the default false, which would overwrite a field that the caller leaves out. Remove `default`.';

export const updateHasNoDefault: RuleCases = {
  options: { updating: { upsertChats: ['isQuiet'] } },
  passes: {
    'a default of an instruction in a POST that updates': updating(
      'post',
      { type: 'object', properties: { isQuiet: { type: 'boolean', default: false } } },
      { operationId: 'upsertChats' },
    ),
    'a default of a new resource': updating('post', withDefault),
    'an update without defaults': updating('put', {
      type: 'object',
      properties: { isOrdered: { type: 'boolean' } },
    }),
  },
  fails: {
    'a default in a PUT': { document: updating('put', withDefault), messages: [refusal] },
    'a default in a POST that updates': {
      document: updating('post', withDefault, { operationId: 'upsertChats' }),
      messages: [refusal.replace('updateChat', 'upsertChats')],
    },
    'a default in a PATCH, behind a reference': {
      document: updating(
        'patch',
        { $ref: '#/components/schemas/ChatUpdate' },
        { components: { schemas: { ChatUpdate: withDefault } } },
      ),
      messages: [refusal],
    },
  },
};
