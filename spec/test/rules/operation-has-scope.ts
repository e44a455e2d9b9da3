import type { RuleCases } from '../rule-cases.js';
import { smallDocument } from '../small-document.js';

function secured(security: object[]): object {
  return smallDocument({ operation: { security } });
}

const noScope =
  "getChat needs no scope. Add `security: [{ bearerAuth: ['<resource>:read'] }]` to the operation.";

const notAScope =
  'Write `<resource>:read`, `<resource>:write` or `automations:execute`; redocly.yaml lists the resources.';

export const operationHasScope: RuleCases = {
  options: { resources: ['automations', 'chats', 'message_templates'] },
  passes: {
    'a read scope': secured([{ bearerAuth: ['chats:read'] }]),
    'a write scope of a resource of two words': secured([{ bearerAuth: ['message_templates:write'] }]),
    'the execute scope of automations': secured([{ bearerAuth: ['automations:execute'] }]),
  },
  fails: {
    'an operation without security': { document: smallDocument({}), messages: [noScope] },
    'security without scopes': { document: secured([{ bearerAuth: [] }]), messages: [noScope] },
    'an alternative without a scope': {
      document: secured([{ bearerAuth: ['chats:read'] }, {}]),
      messages: [noScope],
    },
    'a misspelt resource, and a misspelt action': {
      document: secured([{ bearerAuth: ['chatz:read'] }, { bearerAuth: ['chats.write'] }]),
      messages: [
        'getChat: `chatz:read` is not a scope. Did you mean `chats:read`?',
        'getChat: `chats.write` is not a scope. Did you mean `chats:write`?',
      ],
    },
    'a resource that does not exist, and an action that its resource does not have': {
      document: secured([{ bearerAuth: ['invoices:read'] }, { bearerAuth: ['chats:execute'] }]),
      messages: [
        `getChat: \`invoices:read\` is not a scope. ${notAScope}`,
        `getChat: \`chats:execute\` is not a scope. ${notAScope}`,
      ],
    },
  },
};
