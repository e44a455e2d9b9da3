import { describe, expect, it } from '@jest/globals';
import { parseAcceptedChanges } from '../scripts/accepted-changes.js';
import type { Change, Comparison } from '../scripts/change.js';
import { judgeComparisons } from '../scripts/judge-comparisons.js';
import { renderFailure, renderReport } from '../scripts/render-report.js';

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
  reason: 'Never filled.',
} as const;

function compared(...changes: Change[]): Comparison {
  return { version: 'v3', released: '3.0.0', current: '3.1.0', changes };
}

describe('the verdict', () => {
  it('passes additions', () => {
    expect(judgeComparisons([compared(added)], []).passes).toBe(true);
  });

  it('fails on a breaking change and says how to accept it', () => {
    const judgement = judgeComparisons([compared(removed, added)], []);
    expect(judgement.passes).toBe(false);
    const message = renderFailure(judgement);
    expect(message).toContain('1 breaking change to the contract');
    expect(message).toContain(`v3  ${acceptance.change}\n    Property \`isSensitive\` was removed.`);
    expect(message).toContain(`  change: "${acceptance.change}"`);
  });

  it('passes a breaking change that was accepted', () => {
    expect(judgeComparisons([compared(removed)], [acceptance]).passes).toBe(true);
  });

  it('does not take an acceptance of the other version', () => {
    const judgement = judgeComparisons([compared(removed)], [{ ...acceptance, version: 'v2' }]);
    expect(judgement.passes).toBe(false);
  });

  it('fails on an acceptance that matches nothing, and names it', () => {
    const judgement = judgeComparisons([compared(added)], [acceptance]);
    expect(judgement.passes).toBe(false);
    expect(renderFailure(judgement)).toContain(acceptance.change);
  });
});

describe('the report', () => {
  it('shows breaking changes, accepted ones with their reason, and additions', () => {
    const operation = { ...removed, rule: 'operation-removed', location: 'GET /chats/{chatId}' };
    const report = renderReport(judgeComparisons([compared(removed, operation, added)], [acceptance]));
    expect(report).toBe(`# Changes to the contract

**Breaking changes: this must not be released as it is.**

## v3: 1 breaking change

Compared with release 3.0.0; now 3.1.0.

### Breaking (1)

| Where | What | Rule |
|---|---|---|
| \`GET /chats/{chatId}\` | Property \`isSensitive\` was removed. | operation-removed |

### Breaking, accepted (1)

| Where | What | Rule |
|---|---|---|
| \`GET /chats/{chatId} > 200 > body.data.isSensitive\` | Property \`isSensitive\` was removed. Accepted: Never filled. | property-removed |

### Additions (1)

| Where | What | Rule |
|---|---|---|
| \`GET /chats/{chatId} > 200 > body.data.priority\` | Property \`priority\` was added. | property-added |
`);
  });

  it('does not hide that a change was accepted', () => {
    const report = renderReport(judgeComparisons([compared(removed)], [acceptance]));
    expect(report).toContain('No breaking change but those accepted.');
    expect(report).toContain('## v3: compatible but for 1 accepted change');
  });

  it('says so when nothing changed', () => {
    const report = renderReport(judgeComparisons([compared()], []));
    expect(report).toContain('No breaking change.');
    expect(report).toContain('## v3: unchanged');
  });
});

describe('accepted-changes.yaml', () => {
  it('reads a change as the report prints it', () => {
    const yaml = `- version: v3\n  change: ${acceptance.change}\n  reason: Never filled.\n`;
    expect(parseAcceptedChanges(yaml)).toEqual([acceptance]);
  });

  it.each([
    ['an entry without a reason', '- { version: v3, change: x }', 'entry 1: give version'],
    ['an unknown version', '- { version: v4, change: x, reason: y }', 'entry 1: give version'],
    ['something else than a list', 'v3: x', 'must hold a list'],
  ])('refuses %s', (_, yaml, message) => {
    expect(() => parseAcceptedChanges(yaml)).toThrow(message);
  });
});
