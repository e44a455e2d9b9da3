import { describe, expect, it } from '@jest/globals';
import { parseAcceptedChanges } from '../scripts/accepted-changes.js';
import type { Change, Comparison } from '../scripts/change.js';
import { judgeComparisons } from '../scripts/judge-comparisons.js';
import { renderFailure } from '../scripts/render-failure.js';
import { renderReport } from '../scripts/render-report.js';

const removed: Change = {
  rule: 'property-removed',
  location: 'GET /chats/{chatId} > 200 > body.data.isSensitive',
  sentence: 'Property `isSensitive` was removed.',
  severity: 'breaking',
};
const added: Change = {
  rule: 'property-added',
  location: 'GET /chats/{chatId} > 200 > body.data.priority',
  sentence: 'Property `priority` was added.',
  severity: 'addition',
};
const acceptance = {
  version: 'v3',
  change: 'property-removed GET /chats/{chatId} > 200 > body.data.isSensitive',
  what: 'Property `isSensitive` was removed.',
  reason: 'It was never filled.',
} as const;

function compared(...changes: Change[]): Comparison {
  return { version: 'v3', released: '3.0.0', current: '3.1.0', changes };
}

describe('the verdict', () => {
  it('passes additions', () => {
    expect(judgeComparisons([compared(added)], []).passes).toBe(true);
  });

  it('fails on breaking changes and prints the entry that accepts each of them', () => {
    const other = { ...removed, location: 'GET /chats/{chatId} > 200 > body.data.isUnread' };
    const judgement = judgeComparisons([compared(removed, other, added)], []);
    expect(judgement.passes).toBe(false);
    const message = renderFailure(judgement);
    expect(message).toContain('2 breaking changes to the contract');
    expect(message).toContain(`v3  ${acceptance.change}\n    ${acceptance.what}`);
    const printed = message.slice(message.indexOf('- version:'));
    expect(() => parseAcceptedChanges(printed)).toThrow('entry 1: replace the reason');
    const entries = parseAcceptedChanges(
      printed.replaceAll('why partners are not affected', 'It was never filled.'),
    );
    expect(judgeComparisons([compared(removed, other, added)], entries).passes).toBe(true);
  });

  it('passes a breaking change that was accepted', () => {
    expect(judgeComparisons([compared(removed)], [acceptance]).passes).toBe(true);
  });

  it('does not accept another breaking change at the same location', () => {
    const another = { ...removed, sentence: 'Property `isSensitive` became an integer.' };
    const judgement = judgeComparisons([compared(another)], [acceptance]);
    expect(judgement.passes).toBe(false);
    expect(renderFailure(judgement)).toContain(another.sentence);
  });

  it('fails on a break of something that was merged and never released', () => {
    const own: Comparison = { ...compared(removed), since: 'abc1234' };
    const judgement = judgeComparisons([own, compared(added)], []);
    expect(judgement.passes).toBe(false);
    expect(renderFailure(judgement)).toContain('1 breaking change to the contract');
    expect(renderReport(judgement)).toContain(
      '## v3, this branch: 1 breaking change\n\nCompared with commit abc1234.',
    );
    expect(judgeComparisons([own, compared(added)], [acceptance]).passes).toBe(true);
  });

  it('names a break of this branch once, though the release has it too', () => {
    const own: Comparison = { ...compared(removed), since: 'abc1234' };
    expect(renderFailure(judgeComparisons([own, compared(removed)], []))).toContain('1 breaking change to');
  });

  it('tolerates an acceptance that matches nothing, if the branch did not add it', () => {
    expect(judgeComparisons([compared(added)], [acceptance], [acceptance]).passes).toBe(true);
  });

  it('does not let an acceptance that was merged before accept a new break of this branch', () => {
    const own: Comparison = { ...compared(removed), since: 'abc1234' };
    expect(judgeComparisons([own, compared(added)], [acceptance], [acceptance]).passes).toBe(false);
    const again = { ...acceptance, reason: 'Never filled since it came back.' };
    expect(judgeComparisons([own, compared(added)], [acceptance, again], [acceptance]).passes).toBe(true);
  });

  it('does not use an acceptance of the other version', () => {
    const judgement = judgeComparisons([compared(removed)], [{ ...acceptance, version: 'v2' }]);
    expect(judgement.passes).toBe(false);
  });

  it('fails on an acceptance that matches nothing, and names it', () => {
    const judgement = judgeComparisons([compared(added)], [acceptance]);
    expect(judgement.passes).toBe(false);
    expect(renderFailure(judgement)).toContain(acceptance.change);
  });
});

describe('info.version', () => {
  const described: Change = { ...added, rule: 'property-modified', severity: 'other' };

  it.each([
    ['an addition', '3.1.0', [added], []],
    ['an addition after several releases', '3.4.2', [added], []],
    ['an accepted break', '3.1.0', [removed], [acceptance]],
    ['another wording', '3.0.1', [described], []],
    ['no change', '3.0.0', [], []],
  ])('is raised enough for %s', (_, current, changes, accepted) => {
    expect(judgeComparisons([{ ...compared(...changes), current }], accepted).passes).toBe(true);
  });

  it.each([
    ['an addition', '3.0.1', [added], [], 'Raise it to 3.1.0 or more: there are additions.'],
    ['an accepted break', '3.0.9', [removed], [acceptance], 'Raise it to 3.1.0 or more: a breaking change'],
    ['another wording', '3.0.0', [described], [], 'Raise it to 3.0.1 or more: the document has changed.'],
    ['a step back', '2.9.0', [described], [], 'It must be 3.<minor>.<patch>, since the path contains'],
    ['another major version', '4.0.0', [added], [], 'It must be 3.<minor>.<patch>, since the path contains'],
    ['a version in words', '3.1-beta', [added], [], 'It must be 3.<minor>.<patch>, since the path contains'],
  ])(
    'is not raised enough for %s: the gate fails and says what to write',
    (_, current, changes, accepted, message) => {
      const judgement = judgeComparisons([{ ...compared(...changes), current }], accepted);
      expect(judgement.passes).toBe(false);
      expect(renderFailure(judgement)).toContain(message);
      expect(renderReport(judgement)).toContain(`- spec/v3/openapi.yaml: \`info.version\` is ${current}`);
    },
  );

  it('may be the first of its path', () => {
    expect(judgeComparisons([{ ...compared(added), released: null, current: '3.0.0' }], []).passes).toBe(
      true,
    );
  });
});

describe('the report', () => {
  it('shows breaking changes, accepted ones with their reason, and additions', () => {
    const operation = { ...removed, rule: 'operation-removed', location: 'GET /chats/{chatId}' };
    const report = renderReport(judgeComparisons([compared(removed, operation, added)], [acceptance]));
    expect(report).toBe(`# Changes to the contract

**This must not be released in this state.**

- There are breaking changes.

Who is affected is unknown: no consumer and no server has reported what is used.

There is no Git history, so this report only compares with the last release.

## v3: 1 breaking change

Compared with release 3.0.0; now 3.1.0.

### Breaking (1)

| Where | What | Rule |
|---|---|---|
| \`GET /chats/{chatId}\` | Property \`isSensitive\` was removed. | operation-removed |

### Breaking, accepted (1)

| Where | What | Rule |
|---|---|---|
| \`GET /chats/{chatId} > 200 > body.data.isSensitive\` | Property \`isSensitive\` was removed. Accepted: It was never filled. | property-removed |

### Additions (1)

| Where | What | Rule |
|---|---|---|
| \`GET /chats/{chatId} > 200 > body.data.priority\` | Property \`priority\` was added. | property-added |
`);
  });

  it('names the first place of a change and counts the others', () => {
    const places = [removed.location, 'POST /chats/search > 200 > body.data[].isSensitive'];
    const report = renderReport(judgeComparisons([compared({ ...removed, places })], []));
    expect(report).toContain(`| \`${removed.location}\` and 1 other place |`);
  });

  it('says that a shallow clone was not compared with the start of the branch', () => {
    const report = renderReport(judgeComparisons([compared()], []), 'shallow clone');
    expect(report).toContain("Not compared with the branch's start: the clone is shallow.");
  });

  it.each([
    'GET /chats/{chatId} > description',
    'GET /chats/{chatId} > parameters/0/description',
    'GET /chats/{chatId} > 200 > body.data/description',
  ])('counts changed descriptions and does not list them: %s', (location) => {
    const wording: Change = { ...added, rule: 'operation-modified', location, severity: 'other' };
    const report = renderReport(judgeComparisons([compared(wording, wording)], []));
    expect(report).toContain('### Wording (2)\n\nOnly descriptions, summaries and examples changed.');
    expect(report).not.toContain(location);
  });

  it('does not hide that a change was accepted', () => {
    const report = renderReport(judgeComparisons([compared(removed)], [acceptance]));
    expect(report).toContain('No breaking changes except accepted ones.');
    expect(report).toContain('## v3: compatible except for 1 accepted change');
  });

  it('reports that nothing changed', () => {
    const report = renderReport(judgeComparisons([compared()], []));
    expect(report).toContain('No breaking change.');
    expect(report).toContain('## v3: unchanged');
  });
});
