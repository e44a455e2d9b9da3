import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v2Document, v3Document } from '@parley/contract/documents';
import { createWorld, tokenOf, type World } from '@parley/testkit';
import { startTestApp, type TestApp } from '@parley/testkit/app';
import { type ConformanceReport, checkConformance, renderFindings, renderReport } from '../src/index.js';

let app: TestApp;

beforeAll(async () => {
  // The answers are judged here, on the wire, and not by the server itself.
  app = await startTestApp({ env: { VALIDATE_RESPONSES: 'off', LOG_LEVEL: 'error' } });
});

afterAll(() => app.stop());

/** What the service does not let a caller make or find by the document alone. */
function knownIds(world: World, webhookId: string) {
  return {
    attributeId: [world.attribute.id],
    automationId: [world.automation.id],
    workflowId: [world.automation.id],
    channelId: [world.channel.id],
    chatId: [world.chat.id],
    contactId: [world.contact.id],
    fileId: [world.file.id],
    labelId: [world.label.id],
    messageTemplateId: [world.messageTemplate.id],
    tenantId: [world.tenant.id],
    webhookId: [webhookId],
  };
}

async function check(version: 'v3' | 'v2'): Promise<ConformanceReport> {
  const world = await createWorld(app.database);
  return checkConformance({
    document: { ...(version === 'v3' ? v3Document : v2Document) },
    baseUrl: app.url,
    token: await tokenOf(world.key),
    ids: knownIds(world, version === 'v3' ? world.webhook.id : world.legacyWebhook.id),
    seed: Number(process.env.CSEED ?? 1),
    strict: true,
    bodyLimit: 'x-body-limit',
    requestsPerOperation: Number(process.env.CREQ ?? 40),
    timeBudgetMs: 250_000,
    skip: (process.env.CSKIP ?? '').split(',').filter(Boolean),
  });
}

describe.each(['v3', 'v2'] as const)('the %s of Parley', (version) => {
  let report: ConformanceReport;

  beforeAll(async () => {
    report = await check(version);
    if (process.env.CSHOW) console.log(renderReport(report));
  }, 280_000);

  it('is as its document declares, whatever is sent', () => {
    expect(renderFindings(report.findings)).toBe('');
  });

  it('is reached: every operation succeeds with a valid request', () => {
    expect(report.operations.filter(({ succeeded }) => succeeded === 0).map(({ id }) => id)).toEqual([]);
  });
});
