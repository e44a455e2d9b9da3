import { describe, expect, it } from '@jest/globals';
import type { Subject } from '../generator/changelog/describe-changes.js';
import { readChangelogs } from '../generator/changelog/read-changelogs.js';
import { parseNotes } from '../generator/changelog/read-notes.js';
import { listShownReleases, renderChangelog } from '../generator/changelog/render-changelog.js';
import { renderFeed } from '../generator/changelog/render-feed.js';
import { countFacts } from '../generator/count-facts.js';
import { contractVersions } from '../generator/list-entries.js';

const change = { rule: 'x', location: 'GET /chats/{chatId} > 200', sentence: 'It changed.' };
const operation = (operationId: string, tag: string) => ({
  location: `GET /${operationId}`,
  operationId,
  tag,
  summary: `Get ${operationId}`,
});
const addition = { severity: 'addition', acceptedFor: undefined } as const;
const subject = (id: string, tag: string): [string, Subject] => [
  id,
  { id, tag, title: `Title ${id}`, link: `/r/${id}` },
];
const subjects = new Map([
  subject('getWorkspace', 'Workspace'),
  subject('getChat', 'Chats'),
  subject('a', 'A'),
  subject('b', 'B'),
  subject('c', 'C'),
]);

const options = {
  subjects,
  notes: new Map([['v3-3.1.0', parseNotes('## Chats\n\n- A chat has\n  notes.\n- A <b> & more.\n')]]),
  releases: [
    {
      version: 'v3' as const,
      released: '3.1.0',
      current: '3.2.0',
      releasedOn: null,
      added: [operation('new', 'Chats')],
      removed: [],
      changes: [],
    },
    {
      version: 'v3' as const,
      released: '3.0.0',
      current: '3.1.0',
      releasedOn: '2026-12-01',
      added: [operation('getWorkspace', 'Workspace'), operation('getGone', 'Workspace')],
      removed: [],
      changes: [
        { ...change, severity: 'breaking' as const, acceptedFor: 'Nobody used it.', users: ['getChat'] },
        ...['The list grew.', 'The text grew.'].map((sentence) => ({
          ...change,
          severity: 'breaking' as const,
          acceptedFor: 'Both will grow.',
          sentence,
          users: ['getChat'],
        })),
        { ...change, ...addition, rule: 'operation-added', location: 'GET /getGone', sentence: '' },
        {
          ...change,
          ...addition,
          rule: 'property-added',
          location: 'GET /chats/{chatId} > 200 > body.data.note',
          sentence: 'Property `note` was added.',
          users: ['getChat', 'a', 'b'],
        },
        {
          ...change,
          ...addition,
          rule: 'property-added',
          location: 'GET /chats/{chatId} > 401 > body.error.reason',
          sentence: 'Property `reason` was added.',
          users: ['getChat', 'a', 'b', 'c'],
        },
        {
          ...change,
          location: 'GET /chats/{chatId} > summary',
          severity: 'other' as const,
          acceptedFor: undefined,
        },
      ],
    },
    {
      version: 'v3' as const,
      released: null,
      current: '3.0.0',
      releasedOn: '2026-11-01',
      added: [operation('getLabels', 'Labels')],
      removed: [],
      changes: [],
    },
  ],
};
const legacy = {
  subjects,
  notes: new Map(),
  releases: [
    {
      version: 'v2' as const,
      released: null,
      current: '2.0.0',
      releasedOn: '2026-10-01',
      added: [operation('getOld', 'Old')],
      removed: [],
      changes: [],
    },
  ],
};
const text = renderChangelog(options);
const release = text.slice(text.indexOf('## v3: 3.1.0'), text.indexOf('## v3: 3.0.0'));

describe('the changelog', () => {
  it('has a dated heading for each release, newest first', () => {
    expect([...text.matchAll(/^## (.*) \{#(.*)\}$/gm)].map(([, title, anchor]) => [title, anchor])).toEqual([
      ['The next release of v3', 'v3-next'],
      ['v3: 3.1.0, 1 December 2026', 'v3-3-1-0'],
      ['v3: 3.0.0, 1 November 2026', 'v3-3-0-0'],
    ]);
  });

  it('does not name the number of what is not released', () => {
    expect(text).not.toContain('3.2.0');
    expect(countFacts([...listShownReleases(options), ...listShownReleases(legacy)]).v3.version).toBe(
      '3.1.0',
    );
  });

  it('begins a release with what partners have to do, with the reason', () => {
    expect(release).toContain(
      '### Action required {#v3-3-1-0-action-required}\n\n- It changed ([Title getChat](/r/getChat)). Nobody used it.',
    );
  });

  it('names the reason of several changes before them', () => {
    expect(release).toContain(
      '- Both will grow. In detail: The list grew ([Title getChat](/r/getChat)); The text grew ([Title getChat](/r/getChat)).',
    );
  });

  it('groups a release by resource, with a sentence for each change and notes first', () => {
    expect([...release.matchAll(/^### (.*) \{/gm)].map(([, title]) => title)).toEqual([
      'Action required',
      'Everywhere',
      'Chats',
      'Workspace',
    ]);
    expect(release).toContain(
      '- A chat has notes.\n- A <b> & more.\n- `data.note` was added to the 200 response ([Title getChat](/r/getChat), [Title a](/r/a), 1 more).',
    );
    expect(release).toContain('- `error.reason` was added to the 401 response.');
  });

  it('links to new operations, except to one that the current document no longer contains', () => {
    expect(release).toContain('- New: [Get getWorkspace](/r/getWorkspace), `GET /v3/getWorkspace`.');
    expect(release).toContain('- New: Get getGone, `GET /v3/getGone`.');
  });

  it('leaves out changes of wordings', () => {
    expect(release.split('It changed')).toHaveLength(2);
  });

  it('of the documents mentions every new operation and event, and every note belongs to a resource', async () => {
    const { v3 } = await readChangelogs();
    const shown = renderChangelog(v3);
    const released = v3.releases.flatMap(({ added }) => added.map(({ operationId }) => operationId));
    expect(released.toSorted()).toEqual(Object.keys(contractVersions.v3.table.operations).toSorted());
    for (const { added } of v3.releases)
      for (const { summary } of added) expect(shown).toContain(`New: [${summary}]`);
    const tags = contractVersions.v3.document.tags.map(({ name }) => name);
    for (const [name, notes] of v3.notes) {
      expect(v3.releases.map(({ current }) => `v3-${current}`)).toContain(name);
      expect([...tags, 'Action required', 'Everywhere']).toEqual(expect.arrayContaining([...notes.keys()]));
    }
  });
});

describe('the feed of the changelog', () => {
  const feed = renderFeed([...listShownReleases(options), ...listShownReleases(legacy)]);

  it('has an entry for each release, newest first, and none for what is not released', () => {
    expect([...feed.matchAll(/<entry>\s*<id>(.*)<\/id>/g)].map(([, id]) => id)).toEqual([
      'urn:parley:changelog:v3-3-1-0',
      'urn:parley:changelog:v3-3-0-0',
      'urn:parley:changelog:v2-2-0-0',
    ]);
    expect(feed).toContain('<updated>2026-12-01T00:00:00Z</updated>');
    expect(feed).toContain('href="changelog#v3-3-1-0"');
  });

  it('escapes the text of an entry twice, as HTML inside XML', () => {
    expect(feed).toContain('&lt;li&gt;A &amp;lt;b&amp;gt; &amp;amp; more.&lt;/li&gt;');
    expect(feed).toContain('&lt;a href=&quot;r/getWorkspace&quot;&gt;Get getWorkspace&lt;/a&gt;');
  });
});
