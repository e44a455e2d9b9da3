import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v2Document, v3Document } from '@parley/contract/documents';
import { createAutomation, createCampaign, createWorld, tokenOf } from '@parley/testkit';
import { startTestApp, type TestApp } from '@parley/testkit/app';
import { type ConformanceReport, checkConformance, renderFindings, renderReport } from '../src/index.js';

let app: TestApp;

beforeAll(async () => {
  // The answers are judged here, on the wire, and not by the server itself.
  app = await startTestApp({ env: { VALIDATE_RESPONSES: 'off', LOG_LEVEL: 'error' } });
});

afterAll(() => app.stop());

/**
 * One of everything to begin with, and two of what other operations switch off: what there is of v2 cannot be made by
 * its document alone, and a campaign needs an automation that is still active.
 */
async function prepare(version: 'v3' | 'v2') {
  const world = await createWorld(app.database);
  const { database } = app;
  const tenantId = world.tenant.id;
  const active = await createAutomation(database, tenantId);
  const draft = await createCampaign(database, tenantId, {
    automationId: active.id,
    channelId: world.channel.id,
  });
  const ids = {
    attributeId: [world.attribute.id],
    automationId: [world.automation.id, active.id],
    campaignId: [draft.id],
    channelId: [world.channel.id],
    chatId: [world.chat.id],
    contactId: [world.contact.id],
    fileId: [world.file.id],
    labelId: [world.label.id],
    messageId: [world.message.id],
    messageTemplateId: [world.messageTemplate.id],
    tenantId: [tenantId],
    webhookId: [version === 'v3' ? world.webhook.id : world.legacyWebhook.id],
    workflowId: [world.automation.id],
  };
  return { token: await tokenOf(world.key), ids };
}

async function check(version: 'v3' | 'v2'): Promise<ConformanceReport> {
  return checkConformance({
    document: { ...(version === 'v3' ? v3Document : v2Document) },
    baseUrl: app.url,
    ...(await prepare(version)),
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
    if (process.env.CSHOW)
      console.log(
        renderReport(report),
        [
          ...new Set(
            app.logs.map((l) => {
              const e = JSON.parse(l);
              return `${e.err?.message} ${e.err?.stack?.split('\n').slice(0, 6).join('|')}`;
            }),
          ),
        ]
          .slice(0, 8)
          .join('\n'),
      );
  }, 280_000);

  it('is as its document declares, whatever is sent', () => {
    expect(renderFindings(report.findings)).toBe('');
  });

  it('is reached: every operation succeeds with a valid request', () => {
    expect(report.operations.filter(({ succeeded }) => succeeded === 0).map(({ id }) => id)).toEqual([]);
  });
});
