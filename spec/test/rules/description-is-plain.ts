import type { RuleCases } from '../rule-cases.js';
import { smallDocument } from '../small-document.js';

const described = (description: string): object => smallDocument({ operation: { description } });

export const descriptionIsPlain: RuleCases = {
  passes: {
    'four sentences, and a list': described(
      'Returns a chat. One. Two. Three.\n\n- Four. Five.\n- Six. Seven.',
    ),
    'four sentences, and a table': described(
      'Returns a chat. One. Two. Three.\n\n| a |\n|---|\n| Four. Five. |',
    ),
    'code with dots and other words': described(
      'Returns `answer. fault. a. b. c.` and nothing else, for `tenantId`.',
    ),
    'a property that is called description': smallDocument({
      components: { schemas: { Label: { properties: { description: { type: 'string' } } } } },
    }),
  },
  fails: {
    'five sentences': {
      document: described('Returns a chat. One. Two. Three. Four.'),
      messages: ['This description has 5 sentences before a list. Write at most 4, and a list of the rest.'],
    },
    'uncommon words': {
      document: described('Gives a chat. Fields left out of the answer are no fault.'),
      messages: [
        'This description says "answer". Say: response, or returns.',
        'This description says "fault". Say: error.',
        'This description says "left out". Say: absent, or optional with its default.',
        'This description says "Gives". Say: Returns, Creates or Emits.',
      ],
    },
    'the word of the code for a workspace': {
      document: described('Returns the chats of the tenant.'),
      messages: ['This description says "tenant". Say: workspace.'],
    },
    'the description of a schema': {
      document: smallDocument({ components: { schemas: { Label: { description: 'The answer.' } } } }),
      messages: ['This description says "answer". Say: response, or returns.'],
    },
  },
};
