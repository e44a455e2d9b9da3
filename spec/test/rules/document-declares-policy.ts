import type { RuleCases } from '../rule-cases.js';
import { smallDocument } from '../small-document.js';

const deprecated = { 'x-deprecated-at': '2026-08-01T00:00:00Z' };
const ending = { 'x-sunset-at': '2026-11-01T23:59:59Z' };

function withInfo(info: object): object {
  return { ...smallDocument({ info }), 'x-body-limit': 10 };
}

function alone(key: string, other: string): string[] {
  return [
    `\`${key}\` has no \`${other}\` beside it. A deprecated version needs both dates: when it was deprecated and when it ends.`,
  ];
}

export const documentDeclaresPolicy: RuleCases = {
  passes: {
    'a current version': withInfo({}),
    'a deprecated version': withInfo({ ...deprecated, ...ending }),
  },
  fails: {
    'a document without a body limit': {
      document: smallDocument({}),
      messages: ['The document has no body limit. Add `x-body-limit`, in bytes, beside `info`.'],
    },
    'a deprecation without an end': {
      document: withInfo(deprecated),
      messages: alone('x-deprecated-at', 'x-sunset-at'),
    },
    'an end without a deprecation': {
      document: withInfo(ending),
      messages: alone('x-sunset-at', 'x-deprecated-at'),
    },
    'an end before the deprecation': {
      document: withInfo({ ...ending, 'x-deprecated-at': '2026-12-01T00:00:00Z' }),
      messages: [
        '`x-sunset-at` is not after `x-deprecated-at`. A version is deprecated first, and ends later.',
      ],
    },
  },
};
