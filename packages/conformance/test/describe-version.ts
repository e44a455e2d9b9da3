import { beforeAll, describe, expect, it } from '@jest/globals';
import { v2Document, v3Document } from '@parley/contract/documents';
import {
  createAutomation,
  createAutomationRun,
  createCampaign,
  createContact,
  createMessageTemplate,
  createWorld,
  tokenOf,
} from '@parley/testkit';
import type { TestApp } from '@parley/testkit/app';
import { useTestApp } from '@parley/testkit/use-test-app';
import { readApi } from '../src/document/read-api.js';
import { type ConformanceReport, checkConformance, mutationKinds, renderFindings } from '../src/index.js';

/** The operations that are tested; all of them, if none is named. */
type Only = readonly string[];

const documents = { v3: v3Document, v2: v2Document };

let app: TestApp;

/** Starts the server before the tests of a file. */
export function useServer(): void {
  // The responses are checked by this test, on the wire, and not by the server itself.
  app = useTestApp({ env: { VALIDATE_RESPONSES: 'off', LOG_LEVEL: 'error' } });
}

/**
 * Prepares one record of every kind, and two of those that other operations deactivate: requests of v2 alone cannot
 * create all of its records, and a campaign needs an automation that is still active.
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
  // This run has started, so deactivating its automation does not cancel it.
  const begun = { contactId: world.contact.id, status: 'running', startedAt: new Date() } as const;
  const run = await createAutomationRun(database, world.automation, begun);
  // This one needs no examples, so that it can be submitted.
  const plain = await createMessageTemplate(database, tenantId, { channelType: 'whatsapp', body: 'Hello' });
  const token = await tokenOf(world.key);
  const ids = {
    attributeId: [world.attribute.id],
    automationId: [world.automation.id, active.id],
    campaignId: [draft.id],
    channelId: [world.channel.id],
    chatId: [world.chat.id],
    contactId: [world.contact.id, ...(version === 'v3' ? [await eraseContact(tenantId, token)] : [])],
    fileId: [world.file.id],
    labelId: [world.label.id],
    messageId: [world.message.id],
    messageTemplateId: [world.messageTemplate.id, plain.id],
    runId: [run.id],
    tenantId: [tenantId],
    webhookId: [version === 'v3' ? world.webhook.id : world.legacyWebhook.id],
    workflowId: [world.automation.id],
  };
  return { token, ids };
}

/** Only a person who was erased has an erasure to read. */
async function eraseContact(tenantId: string, token: string): Promise<string> {
  const { id } = await createContact(app.database, tenantId);
  const { status } = await fetch(`${app.url}/v3/contacts/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(status).toBe(200);
  return id;
}

async function check(version: 'v3' | 'v2', only: Only): Promise<ConformanceReport> {
  return checkConformance({
    document: { ...documents[version] },
    baseUrl: app.url,
    ...(await prepare(version)),
    only,
    seed: 1,
    strict: true,
    bodyLimit: 'x-body-limit',
    // This is enough for every kind of mutation at least once; `npm run conformance -- --deep` tests the rest.
    requestsPerOperation: 12,
  });
}

/** The tests that a version of Parley responds as its document declares. */
export function describeVersion(version: 'v3' | 'v2', only: Only = []): void {
  describe(`the ${version} of Parley`, () => {
    let report: ConformanceReport;

    beforeAll(async () => {
      report = await check(version, only);
    }, 300_000);

    it('responds as its document declares to every request', () => {
      expect(renderFindings(report.findings)).toBe('');
    });

    it('has every operation that is named here', () => {
      const seen = report.operations.map(({ id, path }) => ({ id, path }));
      const paths = only.filter((name) => name.startsWith('* ')).map((name) => name.replace(/^\* |\*$/g, ''));
      const ids = only.filter((name) => !name.startsWith('* '));
      expect(paths.filter((path) => !seen.some((one) => one.path === path))).toEqual([]);
      expect(ids.filter((id) => !seen.some((one) => one.id === id))).toEqual([]);
    });

    it('serves every operation: each succeeds with requests that are generated from the document', () => {
      const unreached = report.operations.filter(({ succeeded }) => succeeded === 0);
      expect(unreached.map(({ id }) => id)).toEqual([]);
    });

    it('is requested again for every record that can be read and deleted', () => {
      const isRead = (path: string) =>
        report.operations.some((one) => one.method === 'GET' && one.path === path);
      const deletions = report.operations.filter(({ method, path }) => method === 'DELETE' && isRead(path));
      const unchecked = deletions.filter(({ deletionsChecked }) => deletionsChecked === 0);
      expect(unchecked.map(({ id }) => id)).toEqual([]);
      if (version === 'v3') expect(deletions.length).toBeGreaterThan(0);
    });

    it('refuses invalid requests because of their mutation: almost none stays unjudged', () => {
      const unjudged = report.operations.reduce((sum, operation) => sum + operation.unjudged, 0);
      expect(unjudged).toBeLessThanOrEqual(Math.max(fewUnjudged, report.requests / 100));
    });

    it('is tested with every kind of mutation where there is a body, and with unknown keys in bodies', () => {
      const takesBody = new Set(listWithBody(version));
      const tried = report.operations
        .filter(({ id }) => takesBody.has(id))
        .flatMap(({ mutations, bodyMutations }) => [
          // A query can have unknown keys as well, which does not count here.
          ...Object.keys(mutations).filter((kind) => kind !== 'unknown-key' && kind !== 'prototype-key'),
          ...Object.keys(bodyMutations),
        ]);
      expect(mutationKinds.filter((kind) => !tried.includes(kind))).toEqual(impossible[version]);
    });
  });
}

/**
 * In v2, a hundredth is one request, and a conflict of two requests may leave one unjudged. An operation with a
 * body gets at least nine mutations, so an operation that does not validate first still exceeds this.
 */
const fewUnjudged = 5;

function listWithBody(version: 'v3' | 'v2'): string[] {
  const { operations } = readApi({ ...documents[version] }, { closed: false });
  return operations.filter(({ body }) => body !== undefined).map(({ id }) => id);
}

/** No document declares a query parameter, and only those have a style. The bodies of v2 allow any key. */
const impossible = { v3: ['wrong-style'], v2: ['wrong-style', 'unknown-key'] };
