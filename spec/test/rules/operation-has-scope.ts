import type { RuleCases } from '../rule-cases.js';
import { smallDocument } from '../small-document.js';

function secured(security: object[]): object {
  return smallDocument({ operation: { security } });
}

const noScope =
  "getChat needs no scope. Add `security: [{ bearerAuth: ['<resource>:read'] }]` to the operation.";

export const operationHasScope: RuleCases = {
  passes: {
    'a read scope': secured([{ bearerAuth: ['chats:read'] }]),
    'a write scope of a resource of two words': secured([{ bearerAuth: ['message_templates:write'] }]),
    'the execute scope of automations': secured([{ bearerAuth: ['automations:execute'] }]),
  },
  fails: {
    'an operation without security': { document: smallDocument({}), messages: [noScope] },
    'security without scopes': { document: secured([{ bearerAuth: [] }]), messages: [noScope] },
    'a way around the scope': {
      document: secured([{ bearerAuth: ['chats:read'] }, {}]),
      messages: [noScope],
    },
    'a scope that does not exist': {
      document: secured([{ bearerAuth: ['chats.read'] }, { bearerAuth: ['chats:execute'] }]),
      messages: ['chats.read', 'chats:execute'].map(
        (scope) =>
          `getChat: \`${scope}\` is not a scope. Write \`<resource>:read\`, \`<resource>:write\` or \`automations:execute\`.`,
      ),
    },
  },
};
