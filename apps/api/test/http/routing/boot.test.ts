import { describe, expect, it } from '@jest/globals';
import { buildRoutes } from '../../../src/http/routing/build-routes.js';
import { createApiVersions } from '../../../src/versions.js';
import { echoHandlers, smallVersion } from '../support/small-version.js';

const off = { mode: 'off', onInvalid: () => undefined } as const;

describe('boot', () => {
  it('finds a handler and compiled checks for every operation of both versions', async () => {
    const versions = createApiVersions({ publicUrl: 'http://localhost:3000' });
    await expect(buildRoutes(versions, off)).resolves.toBeDefined();
  });

  it('refuses handlers that differ from the document, and names them', async () => {
    const { getNote, ...missing } = echoHandlers;
    const handlers = { ...missing, getNotes: getNote ?? (async () => ({})) };
    await expect(buildRoutes([smallVersion({ handlers })], off)).rejects.toThrow(
      'The handlers of v3 do not match its document. No handler for: getNote. Not in the document: getNotes.',
    );
  });
});
