import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import type { Change, Comparison } from '../scripts/change.js';
import { addAffected } from '../scripts/consumers/add-affected.js';
import type { Knowledge } from '../scripts/consumers/consumer.js';
import { describeAffected } from '../scripts/consumers/describe-affected.js';
import { readKnowledge } from '../scripts/consumers/read-knowledge.js';
import { readPlace } from '../scripts/consumers/read-place.js';
import { judgeComparisons } from '../scripts/judge-comparisons.js';
import { renderFailure } from '../scripts/render-failure.js';
import { renderReport } from '../scripts/render-report.js';
import { compareEdited, type EditableDocument } from './compare-edited.js';
import { findErrorKeys } from './describe-gate.js';
import { acme, beta, key, once, usage } from './reports-of-consumers.js';

const now = new Date('2026-11-16T12:00:00Z');

const folder = makeTestFolder('consumers');

describe('a breaking change names who is affected', () => {
  const openUntil = breakOf((document) => {
    delete document.components.schemas.Chat.properties.openUntil;
    removeFrom(document.components.schemas.Chat.required, 'openUntil');
  });

  it('with the readers that are known, the keys of the server, and those who may read it', async () => {
    const { sentence } = explain(openUntil, await knowledge({ acme, beta, usage }));
    expect(sentence).toBe(
      'read by acme (2 files); perhaps read by beta (src/log.ts:12); ' +
        'called by 4 keys in the last 30 days (tenant-1: app, tenant-1: crm, tenant-1: sender and others); ' +
        'received by 1 workspace in the last 30 days (tenant-1); ' +
        'feed of events read by 1 key in the last 30 days (tenant-1: follower)',
    );
  });

  it('and says what is unknown', async () => {
    expect(explain(openUntil, await knowledge({ acme })).sentence).toBe(
      'read by acme (2 files); calls are unknown',
    );
    expect(explain(openUntil, await knowledge({ usage })).sentence).toMatch(
      /^called by 4 keys .*; readers are unknown$/,
    );
    expect(describeAffected(openUntil, 'v3', { consumers: [], usages: [] })).toBeUndefined();
  });

  it('and says until when, if the export of the server is old', async () => {
    const old = { ...usage, from: '2026-01-01', to: '2026-01-30' };
    expect(explain(openUntil, await knowledge({ old })).sentence).toContain(
      'in the 30 days until 2026-01-30',
    );
  });

  it.each<[string, (document: EditableDocument) => void, string]>([
    [
      'a field of a request',
      ({ components }) => {
        components.schemas.MessageSend.properties.text.maxLength = 10;
      },
      'sent by 1 key in the last 30 days (tenant-1: sender)',
    ],
    [
      'an operation without the field whose default changed',
      ({ components }) => {
        components.schemas.MessageSend.properties.subject.default = 'Hello';
      },
      'called by 1 key in the last 30 days (tenant-1: sender)',
    ],
    [
      'a value of a request',
      ({ components }) => removeFrom(components.schemas.ChatStatusChange.properties.status.enum, 'closed'),
      'sent by 1 key in the last 30 days (tenant-1: sender)',
    ],
    [
      'a filter field',
      ({ paths }) => {
        delete paths['/chats/search'].post['x-filter-fields'].status;
      },
      'filtered on or sorted by 1 key in the last 30 days (tenant-1: sender)',
    ],
    [
      'a field that a search cannot sort by any more',
      ({ paths }) => {
        paths['/chats/search'].post['x-filter-only'] = ['status'];
      },
      'filtered on or sorted by 1 key in the last 30 days (tenant-1: sender)',
    ],
    [
      'an event, by its tenant',
      ({ webhooks }) => {
        delete webhooks['chat.updated'];
      },
      'received by 1 workspace in the last 30 days (tenant-1); ' +
        'feed of events read by 1 key in the last 30 days (tenant-1: follower)',
    ],
    [
      'an event, by the key that it was streamed to',
      ({ webhooks }) => {
        delete webhooks['contact.merged'];
      },
      'received by 1 key in the last 30 days (tenant-1: follower); ' +
        'feed of events read by 1 key in the last 30 days (tenant-1: follower)',
    ],
    [
      'an event that only the feed can have sent',
      ({ webhooks }) => {
        delete webhooks['chat.deleted'];
      },
      'feed of events read by 1 key in the last 30 days (tenant-1: follower)',
    ],
    [
      'a field of an event in a stream',
      ({ components }) => {
        const { properties, required } = components.schemas.DeletedChat;
        delete properties.id;
        removeFrom(required, 'id');
      },
      'feed of events read by 1 key in the last 30 days (tenant-1: follower)',
    ],
    [
      'the response of a receiver, which a stream does not have',
      ({ webhooks }) => {
        delete webhooks['chat.deleted'].post.responses['2XX'];
      },
      'no key in the last 30 days',
    ],
    [
      'what nobody has used',
      ({ paths }) => {
        delete paths['/labels'].post;
      },
      'no key in the last 30 days',
    ],
  ])('with the keys that have used %s', async (_, edit, expected) => {
    expect(explain(breakOf(edit), await knowledge({ usage })).sentence).toBe(
      `${expected}; readers are unknown`,
    );
  });
});

describe('the body of a webhook', () => {
  it.each([
    ['request', 'data'],
    ['2XX', undefined],
  ])('is a field of the event in the %s only', (part, path) => {
    const site = { location: `webhook > chat.updated > ${part} > body.data`, user: 'chat.updated' };
    expect(readPlace(site)).toEqual({ kind: 'event', user: 'chat.updated', path });
  });
});

describe('keys', () => {
  const removed = breakOf(({ paths }) => {
    delete paths['/chats/{chatId}'].get;
  });
  const called = { operations: { 'v3 getChat': once } };

  it('with the same name are counted by workspace and id, and once if two exports have them', async () => {
    const [one, other] = ['tenant-1', 'tenant-2'].map((tenant) => ({ ...key('CRM', called), tenant }));
    const again = { ...key('CRM', called), keyId: 'another' };
    const both = { ...usage, keys: [one, other, again] };
    expect(explain(removed, await knowledge({ both, copy: both })).sentence).toBe(
      'called by 3 keys in the last 30 days (tenant-1: CRM, tenant-1: CRM, tenant-2: CRM); readers are unknown',
    );
  });

  it('are workspaces where there is no key', async () => {
    const keys = [{ ...key('', called), keyId: null, keyName: null }];
    expect(explain(removed, await knowledge({ own: { ...usage, keys } })).sentence).toMatch(
      /^called by 1 workspace in the last 30 days \(tenant-1\)/,
    );
  });

  it('cannot show who imports a type whose name is gone', async () => {
    const { sentence, isAnybody } = explain(
      breakOf((document) => {
        const { FilePublicUrl, ...others } = document.components.schemas;
        const text = JSON.stringify({ ...document, components: { ...document.components, schemas: others } });
        Object.assign(
          document,
          JSON.parse(text.replaceAll('/schemas/FilePublicUrl"', '/schemas/PublicUrl"')),
        );
        document.components.schemas.PublicUrl = FilePublicUrl;
      }),
      await knowledge({ usage }),
    );
    expect({ sentence, isAnybody }).toEqual({
      sentence: 'readers are unknown; calls cannot show it',
      isAnybody: false,
    });
  });

  it('get errors, and do not handle them', async () => {
    const renamed = breakOf(({ components }) => {
      findErrorKeys(components.responses.ChatNotFound).const = 'renamed';
    });
    expect(explain(renamed, await knowledge({ usage })).sentence).toMatch(
      /^returned to 1 key in the last 30 days \(tenant-1: sender\)/,
    );
  });
});

describe('the report', () => {
  const change: Change = {
    rule: 'property-removed',
    location: 'GET /chats/{chatId} > 200 > body.data.isSensitive',
    sentence: 'Property `isSensitive` was removed.',
    severity: 'breaking',
    users: ['getChat'],
  };
  const comparison: Comparison = { version: 'v3', released: '3.0.0', current: '4.0.0', changes: [change] };

  it('fails a break that affects nobody known, and says that it needs its acceptance', async () => {
    const judgement = addAffected(judgeComparisons([comparison], []), await knowledge({ acme }));
    expect(judgement.passes).toBe(false);
    const report = renderReport(judgement);
    expect(report).toContain('| none of 1 known consumer; calls are unknown |');
    expect(report).toContain('A break needs its acceptance even if nobody is known to be affected.');
    expect(renderFailure(judgement)).toContain(
      'was removed.\n    none of 1 known consumer; calls are unknown',
    );
  });

  it('says what "perhaps" means where a consumer is perhaps affected, and only there', async () => {
    const judge = async (reports: Record<string, object>) =>
      addAffected(judgeComparisons([comparison], []), await knowledge(reports));
    const uncertain = await judge({ acme, beta });
    for (const text of [renderReport(uncertain), renderFailure(uncertain)]) {
      expect(text).toContain('perhaps read by beta (src/log.ts:12)');
      expect(text.split('"Perhaps" means')).toHaveLength(2);
    }
    const certain = await judge({ acme });
    expect(`${renderReport(certain)}${renderFailure(certain)}`).not.toContain('"Perhaps" means');
  });

  it('says that nothing is known where nobody has reported anything', () => {
    const judgement = addAffected(judgeComparisons([comparison], []), { consumers: [], usages: [] });
    expect(renderReport(judgement)).toContain('Who is affected is unknown');
  });
});

describe('the reports of consumers', () => {
  it.each([
    ['of another version', { ...acme, version: 2 }, /not a report of npx parley uses .* in version 1/],
    ['of another kind', { kind: 'other', version: 1 }, /not a report/],
  ])('fail the gate if they are %s', async (_, content, message) => {
    await expect(knowledge({ content })).rejects.toThrow(message);
  });

  it('fail the gate if two describe the same consumer, or if a named file is missing', async () => {
    await expect(knowledge({ acme, again: acme })).rejects.toThrow('Two files describe the consumer acme.');
    await expect(readKnowledge(folder, 'missing.json')).rejects.toThrow('which does not exist');
  });

  it('fail the gate if the export of the server, which names tenants, is in the folder that is committed', async () => {
    await expect(knowledge({ acme: usage })).rejects.toThrow(
      'Name it in CONTRACT_CONSUMERS instead: it has the names of tenants and keys, and must not be committed.',
    );
  });
});

/** The knowledge from files: `acme` is in the folder of the contract, and the others are named. */
async function knowledge(reports: Readonly<Record<string, object>>): Promise<Knowledge> {
  const own = await mkdtemp(join(folder, 'spec-'));
  await mkdir(join(own, 'consumers'));
  const paths = Object.entries(reports).map(([name, content]) => ({
    path: join(own, name === 'acme' ? 'consumers' : '.', `${name}.json`),
    name,
    content,
  }));
  await Promise.all(paths.map(({ path, content }) => writeFile(path, JSON.stringify(content))));
  const named = paths.flatMap(({ name, path }) => (name === 'acme' ? [] : [path]));
  return readKnowledge(own, named.join(','));
}

function breakOf(edit: (document: EditableDocument) => void): Change {
  const [first] = compareEdited('v3', edit).filter(({ severity }) => severity === 'breaking');
  if (!first) throw new Error('The edit breaks nothing.');
  return first;
}

function explain(change: Change, known: Knowledge) {
  const affected = describeAffected(change, 'v3', known, now);
  if (!affected) throw new Error('Nothing is known.');
  return affected;
}

function removeFrom(values: string[], value: string): void {
  values.splice(values.indexOf(value), 1);
}
