import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { declaredStatements } from '@parley/database';
import { createWorld } from '@parley/testkit';
import { useTestDatabase } from '@parley/testkit/hooks';
import { seedDemo } from '../../../prisma/seed.js';
import { checkRecords } from '../check-records.js';
import { compareRow, isUnknown } from '../compare-row.js';
import {
  type Declarations,
  type DeclaredRow,
  mayDeclareStatements,
  readDeclaredRows,
} from '../declared-rows.js';
import { createDescriber, type DescribeStatement } from '../describe-statement.js';
import { listSources, listTests } from '../list-sources.js';
import { sampleValues } from './sample-values.js';

/** Nullable columns that are never null in their statement, because of a condition or an assignment. */
const neverNull = new Set([
  'accept-first-place.place',
  'accept-first-place.resumes',
  'claim-deliveries.leaseToken',
  'count-jobs.task',
  'find-oldest-due-jobs.task',
  'find-files-by-token.token',
  'find-oldest-due-jobs.task',
  'find-orphaned-pools.poolId',
  'find-resolving-occurrence.query',
  'find-resolving-occurrence.startedAt',
  'list-waiting-work.task',
  'lock-due-campaign.nextOccurrenceAt',
  'lock-chat-of-scheduled-message.scheduledAt',
  'lock-snoozed-chat.snoozedUntil',
  'peek-at-due-campaign.nextOccurrenceAt',
  'publish-attached-files.token',
  'read-pause.reason',
  'read-pause.since',
]);

const root = resolve(import.meta.dirname, '../../..');
let declarations: Declarations;
const testDatabase = useTestDatabase();
let describeStatement: DescribeStatement;
/** The statements of the sources only: other test files of this process declare their own, and run searches. */
let statements: ReadonlyMap<string, string>;

beforeAll(async () => {
  const own = resolve(import.meta.dirname, 'sample-values.ts');
  const files = [...listSources(root).filter(mayDeclareStatements), own];
  declarations = readDeclaredRows(root, files);
  for (const file of files) await import(file);
  const tests = listTests(root).map((file) => readFileSync(file, 'utf8'));
  const isOfTests = (name: string) =>
    rowsOf(name).length === 0 &&
    (name.startsWith('search-') || tests.some((text) => text.includes(`'${name}'`)));
  statements = new Map([...declaredStatements].filter(([name]) => !isOfTests(name)));
  describeStatement = await createDescriber(testDatabase.database);
}, 120_000);

function rowsOf(name: string): readonly DeclaredRow[] {
  return declarations.rows.filter((declared) => declared.name.test(name));
}

function rowOf(name: string): DeclaredRow {
  const [row] = rowsOf(name);
  if (row === undefined) throw new Error(`Nothing declares the row of ${name}`);
  return row;
}

/** Finds the problems of a SQL text under the name of a statement. */
async function findProblems(name: string, text: string): Promise<string[]> {
  const { row, file } = rowOf(name);
  try {
    const described = await describeStatement(text);
    const columns = described.map((column) =>
      neverNull.has(`${name}.${column.name}`) ? { ...column, isNullable: false } : column,
    );
    return compareRow(row, columns, declarations.checker).map(
      (problem) => `${name} (${file}) has ${problem}`,
    );
  } catch (error) {
    return [`${name} (${file}) does not match the schema: ${Object(error).message}`];
  }
}

test('each statement declares its row type, and none declares that of another', () => {
  const names = [...statements.keys()];
  expect(names.length).toBeGreaterThan(250);
  expect(names.filter((name) => rowsOf(name).length !== 1)).toEqual([]);
  const unused = declarations.rows.filter(({ name }) => !names.some((each) => name.test(each)));
  expect(unused.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
});

test('each statement matches the schema, and returns the columns of its row type', async () => {
  const problems: string[] = [];
  for (const [name, text] of statements) problems.push(...(await findProblems(name, text)));
  expect(problems).toEqual([]);
});

test('the JSON of a statement has the declared type', async () => {
  const { database } = testDatabase;
  await seedDemo(database);
  const samples = await sampleValues(database, await createWorld(database));
  const problems: string[] = [];
  for (const [name, text] of statements) {
    const { row } = rowOf(name);
    // The test above reports statements that do not match the schema.
    const columns = await describeStatement(text).catch(() => []);
    const isReported = columns.some(({ type, name: key }) => {
      const property = declarations.checker.getPropertyOfType(row, key);
      if (property === undefined || !type.name.startsWith('json')) return false;
      return !isUnknown(declarations.checker.getTypeOfSymbol(property));
    });
    if (!isReported) continue;
    const found = await checkRecords(database, { name, text, values: samples[name], row, ...declarations });
    problems.push(...found);
  }
  expect(problems).toEqual([]);
});

describe('a difference is reported with the name of the statement', () => {
  const name = 'authenticate-key';
  const columns = `tenant.id as "tenantId", tenant.plan, tenant.requests_per_minute as "requestsPerMinute",
    tenant.limit_overrides as "limitOverrides", 0 as "waitingJobs", key.last_used_at as "lastUsedAt"`;
  const from = 'from api_keys key join tenants tenant on tenant.id = key.tenant_id';

  test.each([
    [
      'a misspelt column',
      `select ${columns}, key.scope as scopes ${from}`,
      'column key.scope does not exist',
    ],
    [
      'a wrong type',
      `select ${columns}, key.name as scopes ${from}`,
      'a column "scopes" of type text, declared',
    ],
    ['a missing column', `select ${columns} ${from}`, 'no column "scopes"'],
    ['an extra column', `select ${columns}, key.scopes, key.id ${from}`, 'a column "id" that its row type'],
    [
      'a null',
      `select ${columns}, key.scopes ${from}`.replace('tenant.id', 'tenant.default_country'),
      'text or null',
    ],
  ])('%s', async (_, text, problem) => {
    const problems = await findProblems(name, text);
    expect(problems).toEqual([expect.stringContaining(problem)]);
    expect(problems[0]).toMatch(/^authenticate-key \(packages\/core\/src\/tenants\/authenticate-key\.ts\)/);
  });

  test('JSON of another form', async () => {
    const { row } = rowOf('find-labels');
    const text = `select json_build_object('id', 1, 'createdAt', '', 'updatedAt', '', 'title', '', 'color', '') as record
      from labels where labels.tenant_id = $1::uuid and labels.id = $2::uuid`;
    const problems = await checkRecords(testDatabase.database, {
      name: 'find-labels',
      text,
      row,
      ...declarations,
    });
    expect(problems).toEqual([
      'find-labels returns a row in which .record.name is missing',
      'find-labels returns a row in which .record.id is 1, declared string',
      'find-labels returns a row in which .record.title is not declared',
    ]);
  });
});
