import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { renderChangelog } from '../generator/changelog/render-changelog.js';
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

  it('does not change the published document', () => {
    expect(JSON.stringify(v3.document)).not.toContain('x-badges');
    expect(v3.document.servers).toHaveLength(1);
  });
});

describe('the changelog', () => {
  const change = { rule: 'x', location: 'GET /chats/{chatId} > 200', sentence: 'It changed.' };
  const workspace = {
    location: 'GET /workspace',
    operationId: 'getWorkspace',
    tag: 'Workspace',
    summary: '',
  };
  const gone = { location: 'GET /gone', operationId: 'getGone', tag: 'Workspace', summary: '' };
  const addition = { severity: 'addition', rule: 'operation-added', sentence: '' } as const;
  const text = renderChangelog({
    entries,
    releases: [
      {
        version: 'v3',
        released: '3.0.0',
        current: '3.1.0',
        releasedOn: '2026-12-01',
        added: [workspace, gone],
        removed: [],
        changes: [
          { ...change, severity: 'breaking', acceptedFor: 'Nobody used it.' },
          { ...addition, location: workspace.location, acceptedFor: undefined },
          { ...addition, location: gone.location, acceptedFor: undefined },
          {
            ...change,
            location: 'GET /chats/{chatId} > summary',
            severity: 'other',
            acceptedFor: undefined,
          },
        ],
      },
      {
        version: 'v3',
        released: null,
        current: '3.0.0',
        releasedOn: '2026-11-01',
        added: [{ location: 'GET /labels', operationId: 'getLabels', tag: 'Labels', summary: '' }],
        removed: [],
        changes: [],
      },
    ],
  });

  it('describes a release: breaking changes with reasons, new operations, and the number of changed descriptions', () => {
    expect(text).toContain('## v3: 3.1.0\n\nReleased on 1 December 2026; compared with 3.0.0.');
    expect(text).toContain(
      '### Action required\n\n- `GET /chats/{chatId} > 200`: It changed. Nobody used it.',
    );
    expect(text).toContain('### 2 new operations\n\n- **Workspace**: [`getWorkspace`]');
    expect(text).toContain('Descriptions or examples changed in 1 place.');
  });

  it('names an operation that the current document no longer contains, without a link', () => {
    expect(text).toMatch(/\), `getGone`\n/);
  });

  it('begins with the first release', () => {
    expect(text).toContain('## v3: 3.0.0\n\nThe first release, on 1 November 2026, with 1 operation.');
    expect(text.split('## v3:')).toHaveLength(3);
  });

  it('is generated from the comparison of the actual documents', () => {
    expect(tables['changelog-v3']).toContain(`## v3: ${v3.document.info.version}`);
  });
});
