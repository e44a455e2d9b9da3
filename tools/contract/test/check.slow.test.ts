import { describeCheck } from './describe-check.js';

/** v2 is small. `check.long.test.ts` changes v3, in a clone that has checked nothing yet. */
describeCheck(
  {
    version: 'v2',
    addition: [
      [
        'properties:\n',
        'properties:\n  icon:\n    description: Name of an icon.\n    x-extension: true\n    type: string\n',
      ],
      ['  fields:\n', '  fields:\n    icon:\n      gone: Webhooks have no icon.\n'],
    ],
    operation: {
      file: 'spec/v2/paths/attributes.yaml',
      id: 'listAttributes',
      location: 'GET /attributes',
      tag: 'Attributes',
    },
  },
  { isKnown: true },
);
