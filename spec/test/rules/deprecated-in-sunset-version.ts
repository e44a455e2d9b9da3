import type { RuleCases } from '../rule-cases.js';
import { failure, smallDocument } from '../small-document.js';

const info = { 'x-sunset-at': '2026-11-01T23:59:59Z' };
const responses = { '410': failure('version_sunset') };

export const deprecatedInSunsetVersion: RuleCases = {
  passes: {
    'a deprecated operation that declares its end': smallDocument({
      info,
      operation: { deprecated: true, responses },
    }),
    'a version without a sunset date': smallDocument({}),
  },
  fails: {
    'an operation that is not deprecated': {
      document: smallDocument({ info, operation: { responses } }),
      messages: ['getChat is not deprecated, though its version has a sunset date. Add `deprecated: true`.'],
    },
    'no 410, or one with another key': {
      document: smallDocument({
        info,
        operation: { deprecated: true, responses: { '410': failure('gone') } },
      }),
      messages: [
        'getChat does not declare 410 `version_sunset`, which it returns after the sunset date. Add the response.',
      ],
    },
  },
};
