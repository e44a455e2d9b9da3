import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { declaredStatements } from '@parley/database';
import { useTestDatabase } from '@parley/testkit/hooks';
import { mayDeclareStatements } from '../declared-rows.js';
import { listReadRows, type ReadRows } from '../list-read-rows.js';
import { listSources } from '../list-sources.js';
import { readShapes, type TableShape } from '../read-shapes.js';
import { createTestFilter } from '../test-filter.js';
import { acrossRecords, ofOwners, sharedReads } from './listed-reads.js';

const root = resolve(import.meta.dirname, '../../..');
const testDatabase = useTestDatabase();
let shapes: ReadonlyMap<string, TableShape>;

beforeAll(async () => {
  shapes = await readShapes(testDatabase.database);
}, 120_000);

const describeRows = ({ table, columns }: ReadRows) =>
  columns.length > 0 ? `${table} by ${columns.join(', ')}` : table;

describe('a statement that reads rows', () => {
  test('is led to them by a key or by the record that owns them; others are listed with the reason', async () => {
    const sources = listSources(root);
    for (const file of sources.filter(mayDeclareStatements)) await import(file);
    const isOfTests = createTestFilter(root, sources);
    const owned = new Set<string>();
    const across = new Set<string>();
    const shared = new Set<string>();
    for (const [name, text] of declaredStatements) {
      if (isOfTests(name)) continue;
      for (const rows of await listReadRows(text, shapes)) {
        if (rows.by === 'owner') owned.add(describeRows(rows));
        else if (rows.by === 'nothing' && describeRows(rows) in sharedReads) shared.add(describeRows(rows));
        else if (rows.by === 'nothing') across.add(`${name}: ${describeRows(rows)}`);
      }
    }
    expect([...across].sort()).toEqual(Object.values(acrossRecords).flat().sort());
    expect([...shared].sort()).toEqual(Object.keys(sharedReads));
    expect([...owned].sort()).toEqual([...ofOwners].sort());
  });

  test.each<[string, string[]]>([
    ['select 1 from chats where tenant_id = $1 and id = $2', ['key: chats by id']],
    ['select 1 from chats where tenant_id = $1 and ($2::uuid is null) is not null', ['nothing: chats']],
    ['select 1 from chats where tenant_id = $1 and id <> $2', ['nothing: chats']],
    ['select 1 from chats where tenant_id = $1 and id = any ($2)', ['key: chats by id']],
    ['select 1 from chats where tenant_id = $1 or id = $2', ['nothing: chats']],
    ['select 1 from chats where tenant_id = $1 and contact_id = $2', ['owner: chats by contact_id']],
    ['select 1 from chats where (tenant_id, id) in (select $1, $2)', ['key: chats by id']],
    ['select 1 from handles where tenant_id = $1 and type = $2', ['nothing: handles by type']],
    [
      'select 1 from handles where tenant_id = $1 and type = $2 and value = $3',
      ['key: handles by type, value'],
    ],
    [
      'select 1 from chats c join messages m on m.chat_id = c.id where c.tenant_id = $1 and c.id = $2',
      ['key: chats by id', 'owner: messages by chat_id'],
    ],
    [
      'select 1 from chats c join messages m on m.chat_id = c.id where c.tenant_id = $1',
      ['nothing: chats', 'owner: messages by chat_id'],
    ],
    [
      'select 1 from chats c join messages m on m.tenant_id = c.tenant_id where c.tenant_id = $1 and c.id = $2',
      ['key: chats by id', 'nothing: messages'],
    ],
    [
      'select 1 from chats c left join messages m on m.id = c.latest_message_id where c.id = $2',
      ['key: chats by id', 'key: messages by id'],
    ],
    [
      'select (select 1 from messages where chat_id = chats.id) from chats where id = $1',
      ['key: chats by id', 'owner: messages by chat_id'],
    ],
    [
      'update chats set status = $2 from messages m where m.id = chats.latest_message_id and chats.id = $1',
      ['key: messages by id'],
    ],
    ['delete from chats where id in (select chat_id from messages)', ['nothing: messages']],
  ])('%s: %j', async (text, reads) => {
    const found = await listReadRows(text, shapes);
    expect(found.map((rows) => `${rows.by}: ${describeRows(rows)}`)).toEqual(reads);
  });
});
