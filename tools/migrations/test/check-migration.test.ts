import { describe, expect, test } from '@jest/globals';
import { checkMigration } from '../check-migration.js';

const check = (script: string, online?: string) => checkMigration({ name: 'm', script, online });

/** Returns the rules that the script violates. */
async function violated(script: string, online?: string): Promise<string[]> {
  return (await check(script, online)).map((line) => line.split(' ')[1]?.replace(':', '') ?? '');
}

describe('a step that is refused', () => {
  test.each([
    ['create index i on chats (status)', 'index-blocks-writes'],
    ['create index if not exists i on chats (status)', 'index-blocks-writes'],
    ['alter table chats add constraint u unique (tenant_id, handle_id)', 'index-blocks-writes'],
    ['alter table chats add primary key (id)', 'index-blocks-writes'],
    ['alter table chats add column priority int not null', 'required-column'],
    ['alter table chats add column token uuid default gen_random_uuid()', 'rewrites-table'],
    ['alter table chats add column size int generated always as (1) stored', 'rewrites-table'],
    ['alter table chats alter column id type text', 'rewrites-table'],
    ['alter table chats alter column status set not null', 'scans-table'],
    ['alter table chats add constraint c check (id is not null)', 'scans-table'],
    ['alter table chats add column p int references contacts (id)', 'scans-table'],
    ['alter table chats validate constraint c', 'scans-table'],
    ['alter table chats drop column status', 'breaks-previous-release'],
    ['alter table chats rename column status to state', 'breaks-previous-release'],
    ['alter table chats rename to talks', 'breaks-previous-release'],
    ['drop table chats', 'breaks-previous-release'],
    ['drop type plan', 'breaks-previous-release'],
    [`alter type plan rename value 'free' to 'none'`, 'breaks-previous-release'],
    ['truncate chats', 'breaks-previous-release'],
    ['update chats set priority = 1', 'changes-many-rows'],
    ['delete from chats', 'changes-many-rows'],
    ['lock table chats', 'locks-table'],
    ['drop index i', 'slows-previous-release'],
    ['drop index concurrently if exists i', 'slows-previous-release'],
    ['alter table chats drop constraint c', 'slows-previous-release'],
  ])('%s', async (script, rule) => {
    expect(await violated(script)).toEqual([rule]);
  });
});

describe('a step that is safe', () => {
  test.each([
    'create table notes (id int not null primary key); create index n on notes (id); alter table notes add unique (id)',
    'alter table chats add column priority int',
    'alter table chats add column priority int not null default 0',
    'alter table chats add column seen_at timestamptz not null default now()',
    'alter table chats add constraint c check (id is not null) not valid',
    'alter table chats add constraint u unique using index i',
    `alter type plan add value 'team' before 'scale'`,
    'create function f() returns int language sql return 1',
  ])('%s', async (script) => {
    expect(await check(script)).toEqual([]);
  });

  test('an index of a partitioned table whose parts online.sql has built', async () => {
    const online =
      '-- For each partition of "events".\ncreate index concurrently if not exists "{partition}_i" on "{partition}" (id);\n';
    expect(await check('create index if not exists events_i on events (id)', online)).toEqual([]);
    expect(await violated('create index if not exists deliveries_i on deliveries (id)', online)).toEqual([
      'index-blocks-writes',
    ]);
  });

  test('an index that online.sql has built without a lock', async () => {
    const online = 'create index concurrently if not exists i on chats (status);';
    expect(await check('create index if not exists i on chats (status)', online)).toEqual([]);
    expect(await violated('create index if not exists other on chats (status)', online)).toEqual([
      'index-blocks-writes',
    ]);
  });
});

describe('contract.sql', () => {
  const contract = (text: string) => checkMigration({ name: 'm', script: 'select 1', contract: text });

  test.each([
    'drop index if exists i',
    'drop table if exists notes',
    'alter table chats drop column if exists status, drop constraint if exists c',
  ])('may %s', async (text) => {
    expect(await contract(text)).toEqual([]);
  });

  test.each([
    'drop index i',
    'alter table chats drop column status',
    'alter table chats drop column if exists status, add column state int',
    'create index i on chats (status)',
    'update chats set status = null',
  ])('may not %s', async (text) => {
    expect(await contract(text)).toEqual([expect.stringMatching(/^m\/contract\.sql:1 not-a-removal: /)]);
  });
});

describe('an exception', () => {
  test('holds for the next statement and its rule only, and the line is named', async () => {
    const script = [
      '-- Größe: the parser counts bytes.',
      'create table notes (id int);',
      '',
      '-- allowed: breaks-previous-release: no release has used it since 1.4.',
      'alter table chats drop column status;',
      'alter table chats drop column priority;',
    ].join('\n');
    expect(await check(script)).toEqual([
      expect.stringMatching(/^m\/migration\.sql:6 breaks-previous-release: /),
    ]);
  });

  test('needs a rule that exists, and a reason', async () => {
    expect(await check('-- allowed: everything: why not\nselect 1')).toEqual([
      expect.stringContaining('allows "everything", but the rules are'),
    ]);
    expect(await check('-- allowed: locks-table:\nlock table chats')).toEqual([
      'm/migration.sql:2 allows locks-table without a reason.',
      expect.stringContaining('locks-table'),
    ]);
  });
});
