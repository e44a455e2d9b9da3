import { describe, expect, it } from '@jest/globals';
import { createApiVersions } from '../../../../src/versions.js';
import { everyOperation } from '../../support/every-operation.js';

describe('checked handlers', () => {
  const onlySchema = 'the schema says all that can be wrong with the body';

  /**
   * Operations with a body whose handler has no check, and why none is needed. Whoever adds an operation, or a rule to a use case
   * below, decides here whether its errors are reported together with those of the schema.
   */
  const unchecked: Readonly<Record<string, string>> = {
    'v3 assignChat': onlySchema,
    'v3 updateChat': onlySchema,
    'v3 updateAttribute': 'the external id cannot be changed, and names may be equal',
    'v3 upsertContacts': 'what is wrong with a contact is its own result, not an error of the request',
    'v3 uploadFile': onlySchema,
    'v3 createApiWebhook': onlySchema,
    'v3 updateApiWebhook': onlySchema,
    'v2 createApiWebhook': onlySchema,
    'v2 updateApiWebhook': onlySchema,
  };

  describe('the errors of use cases are reported together with those of the schema', () => {
    const handlers = new Map(
      createApiVersions({ publicUrl: 'https://api.example' }).flatMap(({ name: version, handlers }) =>
        Object.entries(handlers).map(([operationId, handler]) => [`${version} ${operationId}`, handler]),
      ),
    );
    const hasCheck = (name: string) => typeof handlers.get(name) === 'object';

    it('every operation with a body has a check, or there is a reason why it needs none', () => {
      const withBody = everyOperation.filter(({ takesBody }) => takesBody).map(({ name }) => name);
      expect(withBody.filter((name) => !hasCheck(name)).sort()).toEqual(Object.keys(unchecked).sort());
    });
  });
});
