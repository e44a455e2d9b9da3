import { expect, it } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { openListenerFiles } from '../src/listen/listener-files.js';

it('commands that start at the same time have the same secret, and one of them has created it', async () => {
  const folder = makeTestFolder('files');
  const listener = { url: 'http://localhost:3000', workspaceId: 'one', forwardTo: '' };
  const files = openListenerFiles({ ...listener, env: { XDG_CONFIG_HOME: folder } });
  const opened = await Promise.all([1, 2, 3, 4].map(() => files.openSecret()));
  expect(new Set(opened.map(({ secret }) => secret)).size).toBe(1);
  expect(opened.filter(({ isNew }) => isNew)).toHaveLength(1);
});
