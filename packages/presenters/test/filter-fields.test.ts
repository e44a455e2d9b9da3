import { describe, expect, test } from '@jest/globals';
import { type Operation, v3 } from '@parley/contract/operations';
import { automations, type Searchable } from '@parley/core';

const resources: Readonly<Record<string, Searchable<unknown>>> = { searchAutomations: automations };

const searches = Object.values<Operation>(v3.operations).filter(({ filterFields }) => filterFields !== null);

describe('the fields of a search', () => {
  test.each(searches.map(({ operationId, filterFields }) => [operationId, filterFields] as const))(
    '%s filters by exactly the fields and kinds of the contract',
    (operationId, filterFields) => {
      const fields = Object.entries(resources[operationId]?.fields ?? {});
      expect(Object.fromEntries(fields.map(([name, { kind }]) => [name, kind]))).toEqual(filterFields);
    },
  );
});
