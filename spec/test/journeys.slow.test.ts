import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createChannel, createWorld, tokenOf } from '@parley/testkit';
import { useTestApp } from '@parley/testkit/use-test-app';
import { execRedocly } from '../scripts/redocly.js';
import { runJourneys, workflowsFolder } from '../scripts/run-journeys.js';
import { allowForTools } from './allow-for-tools.js';

allowForTools();

const files = readdirSync(workflowsFolder).filter((name) => name.endsWith('.arazzo.yaml'));

const app = useTestApp();
let inputs: Record<string, string>;

beforeAll(async () => {
  const { tenant, key, automation } = await createWorld(app.database);
  const channel = await createChannel(app.database, tenant.id);
  inputs = {
    token: await tokenOf(key),
    run: String(process.pid).padStart(8, '0'),
    // Only v2 needs these.
    tenantId: tenant.id,
    channelId: channel.id,
    workflowId: automation.id,
  };
});

describe('the journeys of a partner', () => {
  it('are Arazzo documents without an error', async () => {
    const { exitCode, stderr } = await execRedocly(['lint', ...files], { folder: workflowsFolder });
    expect(stderr).not.toMatch(/warning|error/i);
    expect(exitCode).toBe(0);
  });

  it('succeed with the live service, and every response matches the documents', async () => {
    const { exitCode, stdout } = await runJourneys({
      files,
      servers: { v3: `${app.url}/v3`, v2: `${app.url}/v2` },
      inputs,
    });
    const lines = stdout.split('\n');
    expect(lines.filter((line) => line.includes('✗'))).toEqual([]);
    expect(lines.filter((line) => line.includes('Summary for'))).toHaveLength(files.length);
    expect(exitCode).toBe(0);
  });
});
