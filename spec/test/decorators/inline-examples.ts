import type { DecoratorCases } from '../decorator-cases.js';
import { jsonBody } from '../small-document.js';

const withValue = (value: unknown): object => ({
  requestBody: jsonBody({}, { examples: { one: { summary: 'One', value } } }),
});
const handle = {
  id: '0193a1e0-5c00-7000-8000-000000000031',
  createdAt: '2026-11-10T08:00:00.000Z',
  updatedAt: '2026-11-10T08:00:00.000Z',
  type: 'phone_number',
  isPrimary: true,
  value: '+4915112345678',
  extra: {},
  hasChats: true,
};
const $ref = 'components/examples/Handle.yaml';

export const inlineExamples: DecoratorCases = {
  'puts the value of the file in place of the reference': {
    operation: withValue({ $ref }),
    expected: withValue(handle),
  },
  'overrides and extends the file with the keys beside the reference': {
    operation: withValue({ $ref, type: 'email', note: 'new' }),
    expected: withValue({ ...handle, type: 'email', note: 'new' }),
  },
  'finds references anywhere in a value': {
    operation: withValue({ data: [{ handle: { $ref } }] }),
    expected: withValue({ data: [{ handle }] }),
  },
  'does not change a value without references': {
    operation: withValue({ data: [1, null] }),
    expected: withValue({ data: [1, null] }),
  },
};
