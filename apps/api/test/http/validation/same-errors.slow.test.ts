import { describe, expect, it } from '@jest/globals';
import { loadErrorFinders } from '../../../src/http/validation/validate-request.js';
import { createApiVersions } from '../../../src/versions.js';
import { findDocumentedErrors } from './documented-validator.js';
import { exampleRequests } from './example-requests.js';

const versions = createApiVersions({ publicUrl: 'http://localhost:3000' });

/** Compiling all operations of v3 as the documentation says takes seconds, so these are the largest of them. */
const chosen: Readonly<Record<string, readonly string[] | undefined>> = {
  v3: ['createAutomation', 'createCampaign', 'createContact', 'sendMessage', 'searchChats', 'deleteLabel'],
};

describe.each(versions)('the compiled checks of $name', (version) => {
  const operations = version.operations.filter(
    ({ operationId }) => chosen[version.name]?.includes(operationId) ?? true,
  );

  it.each([
    ['all errors', true],
    ['first error', false],
  ] as const)(
    'find the same errors, and fill in the same defaults, as the middlewares of express-openapi-validator: %s',
    async (extent, allErrors) => {
      const findErrors = await loadErrorFinders(version, extent);
      const findDocumented = findDocumentedErrors(version, allErrors);
      let invalid = 0;
      for (const operation of operations) {
        for (const request of exampleRequests(version.document, operation)) {
          if (extent === 'first error' && !request.hasBody) continue;
          const ours = structuredClone(request.parts);
          const theirs = structuredClone(request.parts);
          const errors = findErrors(operation)(ours);
          expect({ ...request, errors, body: ours.body }).toEqual({
            ...request,
            errors: await findDocumented(operation, theirs),
            body: theirs.body,
          });
          invalid += errors.length > 0 ? 1 : 0;
        }
      }
      expect(invalid).toBeGreaterThan(operations.length);
    },
  );
});
