import { afterEach, expect, it, jest } from '@jest/globals';
import { runRedocly } from '../scripts/redocly.js';

/** Redocly takes seconds on a busy machine. */
jest.setTimeout(60_000);

const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
afterEach(() => {
  if (certificates === undefined) delete process.env.NODE_EXTRA_CA_CERTS;
  else process.env.NODE_EXTRA_CA_CERTS = certificates;
});

it('Redocly does not read additional certificates, since it sends no request', async () => {
  process.env.NODE_EXTRA_CA_CERTS = '/missing.pem';
  const { exitCode, stderr } = await runRedocly(['bundle', 'missing.yaml']);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('missing.yaml');
  expect(stderr).not.toContain('missing.pem');
});
