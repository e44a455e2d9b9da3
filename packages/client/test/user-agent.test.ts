import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { createClient } from '@parley/client';
import { renderRelease } from '../generator/render-release.js';
import { succeed } from './support/behaviours.js';
import { useFailingServer } from './support/use-failing-server.js';

const server = useFailingServer();

describe('the header User-Agent', () => {
  it('names the client and its minor version', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    server.plan(succeed({}));
    await createClient({ baseUrl: server.url, token: 'token' }).GET('/workspace');
    const [major, minor] = version.split('.');
    expect(server.requests[0]?.headers['user-agent']).toBe(`parley-client/${major}.${minor}`);
  });

  it('can be replaced for all calls, or for one', async () => {
    server.plan(succeed({}));
    const client = createClient({ baseUrl: server.url, token: 'token', headers: { 'user-agent': 'acme/1' } });
    await client.GET('/workspace');
    await client.GET('/workspace', { headers: { 'USER-AGENT': 'acme/2' } });
    expect(server.requests.map(({ headers }) => headers['user-agent'])).toEqual(['acme/1', 'acme/2']);
  });

  it('has no patch version and no label', () => {
    expect(renderRelease('1.12.3-next.0')).toContain('export const release = "1.12";');
    expect(() => renderRelease('next')).toThrow('next is not a version of a package.');
  });
});
