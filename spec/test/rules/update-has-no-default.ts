import type { RuleCases } from '../rule-cases.js';
import { jsonBody } from '../small-document.js';

interface Others {
  readonly components?: object;
  /** The body of the POST that the option `updating` names. */
  readonly upsertBody?: object;
  readonly upsertId?: string;
}

function updating(
  method: string,
  schema: object,
  { components = {}, upsertBody = withInstruction, upsertId = 'upsertChats' }: Others = {},
): object {
  return {
    openapi: '3.1.0',
    info: { title: 'Small', version: '1.0.0' },
    paths: {
      '/chats/upsert': { post: { operationId: upsertId, requestBody: jsonBody(upsertBody) } },
      '/chats/{chatId}': { [method]: { operationId: 'updateChat', requestBody: jsonBody(schema) } },
    },
    components,
  };
}

const field = { type: 'boolean', default: false };
const withDefault = { type: 'object', properties: { isOrdered: field } };
const withoutDefault = { type: 'object', properties: { isOrdered: { type: 'boolean' } } };
const withInstruction = { type: 'object', properties: { isQuiet: field } };
const refusal =
  'updateChat: an update has the default false, which would overwrite a field that the caller leaves out. Remove `default`.';

export const updateHasNoDefault: RuleCases = {
  options: { updating: { upsertChats: ['isQuiet'] } },
  passes: {
    'a default of a new resource, and that of an instruction in a POST that updates': updating(
      'post',
      withDefault,
    ),
    'an update without defaults': updating('put', withoutDefault),
  },
  fails: {
    'a default in a PUT': { document: updating('put', withDefault), messages: [refusal] },
    'a default in a POST that updates': {
      document: updating('put', withoutDefault, {
        upsertBody: { type: 'object', properties: { isQuiet: field, isOrdered: field } },
      }),
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
    'an option that misspells its operation': {
      document: updating('put', withoutDefault, { upsertId: 'upsertChat' }),
      messages: [
        '`updating` in redocly.yaml names upsertChats, and no POST has this operationId. Did you mean upsertChat?',
      ],
    },
    'an option for an operation that is gone': {
      document: updating('put', withoutDefault, { upsertId: 'searchContacts' }),
      messages: [
        '`updating` in redocly.yaml names upsertChats, and no POST has this operationId. Remove it there.',
      ],
    },
    'an option that misspells a field': {
      document: updating('put', withoutDefault, { upsertBody: withoutDefault }),
      messages: [
        'upsertChats: `updating` in redocly.yaml names the field `isQuiet`, which has no default in the body. Remove it there.',
      ],
    },
  },
};
