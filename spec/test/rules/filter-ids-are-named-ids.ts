import type { RuleCases } from '../rule-cases.js';
import { smallDocument } from '../small-document.js';

function searches(...fields: object[]): object {
  const paths = fields.map((filter, index) => [
    `/search${index}`,
    { post: { operationId: `search${index}`, 'x-filter-fields': filter } },
  ]);
  return { ...smallDocument({}), paths: Object.fromEntries(paths) };
}

export const filterIdsAreNamedIds: RuleCases = {
  passes: {
    'ids with names of ids, and texts with any name': searches(
      { id: 'id', chatId: 'id', vendorId: 'text', name: 'text' },
      { chatId: 'id', vendorId: 'text', 'attributes.*': 'attribute' },
    ),
  },
  fails: {
    'an id with another name': {
      document: searches({ chat: 'id' }),
      messages: ['search0: the filter field `chat` is of kind `id`. Give it a name that ends in `Id`.'],
    },
    'another kind with the name of an id': {
      document: searches({ chatId: 'number' }),
      messages: [
        'search0: the filter field `chatId` is named like an id, but is of kind `number`. Give it another name.',
      ],
    },
    'a name that is an id in one search and a text in another': {
      document: searches({ chatId: 'id' }, { chatId: 'text' }),
      messages: [
        'search0: the filter field `chatId` is of kind `id` here, but of kind `text` in another search. Give one of them another name.',
      ],
    },
  },
};
