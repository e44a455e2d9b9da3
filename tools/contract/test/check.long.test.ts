import { describeCheck } from './describe-check.js';

describeCheck(
  {
    version: 'v3',
    addition: [
      [
        'properties:\n',
        'properties:\n  icon:\n    description: Name of an icon.\n    x-extension: true\n    type: string\n',
      ],
    ],
    operation: {
      file: 'spec/v3/paths/chats@{chatId}.yaml',
      id: 'getChat',
      location: 'GET /chats/{chatId}',
      tag: 'Chats',
    },
  },
  { isKnown: false },
);
