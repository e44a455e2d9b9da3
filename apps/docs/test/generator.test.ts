import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { decorateDocument } from '../generator/decorate-document.js';
import { contractVersions, listEntries, listEvents } from '../generator/list-entries.js';
import { renderSamples } from '../generator/render-samples.js';
import { renderTables } from '../generator/render-tables.js';

const { v3, v2 } = contractVersions;
const entries = listEntries(v3);
const tables = await renderTables();

describe('the operations of the site', () => {
  it('are all operations of the documents, each with its own link', () => {
    for (const version of [v3, v2]) {
      const ids = listEntries(version).map(({ operationId }) => operationId);
      expect(ids.toSorted()).toEqual(Object.keys(version.table.operations).toSorted());
    }
    const links = [...entries, ...listEntries(v2)].map(({ link }) => link);
    expect(new Set(links).size).toBe(links.length);
  });

  it('list every error with its key and message', () => {
    const failures = entries.flatMap((entry) => entry.failures);
    const keys = new Set(failures.map(({ messageKey }) => messageKey));
    const documented = new Set(
      failures.filter(({ message }) => message !== '').map(({ messageKey }) => messageKey),
    );
    expect(documented).toEqual(keys);
    const sendMessage = entries.find(({ operationId }) => operationId === 'sendMessage');
    expect(sendMessage?.failures.map(({ status, messageKey }) => `${status} ${messageKey}`)).toEqual(
      expect.arrayContaining(['400 invalid_body_params', '404 chat_not_found', '409 reply_window_closed']),
    );
  });
});

describe('the tables of the guides', () => {
  it('name every error key of v3', () => {
    for (const { messageKey } of entries.flatMap(({ failures }) => failures)) {
      expect(tables.errors).toContain(`\`${messageKey}\``);
    }
  });

  it('name every scope, with every operation that requires it', () => {
    const rows = (tables.scopes ?? '').split('\n');
    for (const { scopes, operationId } of entries) {
      for (const scope of scopes) {
        expect(rows.find((row) => row.startsWith(`| \`${scope}\``))).toContain(`\`${operationId}\``);
      }
    }
  });

  it('name every field of every search', () => {
    for (const { filterFields } of entries) {
      for (const field of Object.keys(filterFields ?? {})) expect(tables['filter-fields']).toContain(field);
    }
  });

  it('list every operation with exactly one way of repeating it', () => {
    for (const { operationId } of entries) {
      expect(tables.retries?.split(`[\`${operationId}\`]`)).toHaveLength(2);
    }
  });

  it('name every event', () => {
    for (const { name } of listEvents(v3)) expect(tables.events).toContain(`\`${name}\``);
  });

  it('are never empty', () => {
    for (const [name, table] of Object.entries(tables)) expect([name, table.trim()]).not.toEqual([name, '']);
    for (const sample of Object.values(renderSamples()))
      expect(JSON.parse(sample)).toEqual(expect.any(Object));
  });
});

describe('the samples of the guides', () => {
  it('show the response to the preceding request', async () => {
    const command = await readFile(new URL('../examples/create-webhook.sh', import.meta.url), 'utf8');
    const { url, events } = JSON.parse(/-d '(.*)'/s.exec(command)?.[1] ?? '');
    expect(JSON.parse(renderSamples()['new-webhook'] ?? '').data).toMatchObject({ url, events });
  });
});

describe('the document of the reference', () => {
  const document = decorateDocument(v3) as typeof v3.document;

  it('shows the scope, plan, limits and errors of every operation', () => {
    for (const { path, method, scopes, planFeature, failures } of entries) {
      const description = document.paths[path]?.[method]?.description ?? '';
      expect(description).toContain(`| Scope | ${scopes.map((scope) => `\`${scope}\``).join(' and ')} |`);
      expect(description).toContain(planFeature ? `feature \`${planFeature}\`` : '| Plan | any |');
      for (const { messageKey } of failures) expect(description).toContain(`\`${messageKey}\``);
      const takesBody = failures.some(({ messageKey }) => messageKey === 'payload_too_large');
      expect(description.includes('| Largest body |')).toBe(takesBody);
    }
  });

  it('has a badge on every extension and on no other operation', () => {
    for (const { path, method, extension } of entries) {
      const badges = JSON.stringify(document.paths[path]?.[method] ?? {});
      expect(badges.includes('"name":"Extension"')).toBe(extension);
    }
  });

  it('marks fields and parameters that are extensions', () => {
    const { parameters, schemas } = document.components;
    expect(parameters?.IdempotencyKey?.description).toMatch(/^\*\*Extension\.\*\* /);
    expect(JSON.stringify(schemas?.ChatStatusChange)).toContain('**Extension.**');
  });

  it('lists the known values of enumerations that can grow', () => {
    const { schemas } = document.components;
    expect(schemas?.AutomationStepType?.description).toMatch(
      /^Kind of step\. .*Known values: `send_message`, .*`stop`\. Accept others as well\.$/s,
    );
    expect(JSON.stringify(v3.document)).not.toContain('Known values');
  });

  it('explains the badge of extensions', () => {
    expect(document.info.description).toContain('An **Extension** is');
  });

  it('does not change the published document', () => {
    expect(JSON.stringify(v3.document)).not.toContain('x-badges');
    expect(v3.document.servers).toHaveLength(1);
  });
});
