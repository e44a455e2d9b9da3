import { describe, expect, it } from '@jest/globals';
import { compareCoverage, type DeclaredOperation } from '../src/coverage/compare-coverage.js';
import { readCoverage, recordCoverage } from '../src/coverage/record-coverage.js';
import { renderCoverage } from '../src/coverage/render-coverage.js';
import { makeTestFolder } from '../src/make-test-folder.js';

const declared: DeclaredOperation[] = [
  { version: 'v3', operationId: 'getChat', statuses: [200, 404] },
  { version: 'v2', operationId: 'listAttributes', statuses: [200, 410] },
];
const seenChat = [
  { version: 'v3', operationId: 'getChat', status: 200 },
  { version: 'v3', operationId: 'getChat', status: 404 },
] as const;
const seenAttributes = [{ version: 'v2', operationId: 'listAttributes', status: 200 }] as const;
const sunset = { version: 'v2', operationId: 'listAttributes', status: 410 } as const;

describe('coverage', () => {
  it('is complete when every declared status was seen or is explained', () => {
    const result = compareCoverage(
      declared,
      [...seenChat, ...seenAttributes],
      [{ ...sunset, reason: 'no clock' }],
    );
    expect(result.problems).toEqual([]);
    expect(result.rows).toEqual([
      { name: 'v3 getChat', cells: ['seen', 'seen', 'undeclared'] },
      { name: 'v2 listAttributes', cells: ['seen', 'undeclared', 'explained'] },
    ]);
  });

  it('names a declared status that no test saw', () => {
    const { problems } = compareCoverage(declared, [...seenChat, ...seenAttributes], []);
    expect(problems).toEqual(['v2 listAttributes 410 was never seen in a test']);
  });

  it('distinguishes versions that share an operationId', () => {
    const both: DeclaredOperation[] = [
      { version: 'v3', operationId: 'deleteApiWebhook', statuses: [200] },
      { version: 'v2', operationId: 'deleteApiWebhook', statuses: [200] },
    ];
    const { problems } = compareCoverage(
      both,
      [{ version: 'v3', operationId: 'deleteApiWebhook', status: 200 }],
      [],
    );
    expect(problems).toEqual(['v2 deleteApiWebhook 200 was never seen in a test']);
  });

  it('refuses an explanation of what was seen', () => {
    const seen = [...seenChat, ...seenAttributes, sunset];
    const { problems } = compareCoverage(declared, seen, [{ ...sunset, reason: 'no clock' }]);
    expect(problems).toEqual(['v2 listAttributes 410 is marked as impossible, but was seen']);
  });

  it('refuses an explanation of what is not declared', () => {
    const seen = [...seenChat, ...seenAttributes, sunset];
    const stray = { version: 'v3', operationId: 'getChat', status: 409, reason: 'gone' } as const;
    expect(compareCoverage(declared, seen, [stray]).problems).toEqual([
      'v3 getChat 409 is marked as impossible, but not declared',
    ]);
  });

  it('renders one row per operation and one column per status', () => {
    const table = renderCoverage(compareCoverage(declared, seenChat, [{ ...sunset, reason: 'no clock' }]));
    expect(table.split('\n').slice(0, 3)).toEqual([
      'Operation × status  200 404 410',
      'v3 getChat           ●   ●   · ',
      'v2 listAttributes    ✗   ·   ○ ',
    ]);
  });
});

describe('the records of a run', () => {
  const folder = makeTestFolder('coverage');

  it('are read as they were recorded, each once', () => {
    for (const seen of [...seenChat, ...seenChat]) recordCoverage(folder, seen);
    expect(readCoverage(folder)).toEqual(seenChat);
  });
});
