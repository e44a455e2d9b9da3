import { beforeAll, describe, expect, test } from '@jest/globals';
import { contacts, search } from '../../src/index.js';
import { createContext } from '../test-context.js';
import { createTenant } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { explainSearch, explainStatement } from './explain-search.js';

const { database } = useWorlds();
let tenantId: string;

/** 5,000 contacts have the label "Common" and one has "Rare", among 500 labels. */
beforeAll(async () => {
  ({ id: tenantId } = await createTenant(database));
  await database.pool.query(
    `insert into contacts (tenant_id, id, first_name)
     select $1, gen_random_uuid(), 'Ada ' || n from generate_series(1, 5000) n`,
    [tenantId],
  );
  await database.pool.query(
    `insert into labels (tenant_id, id, name, color)
     select $1, gen_random_uuid(), name, '#7C3AED'
     from (select 'Label ' || n as name from generate_series(1, 498) n union all values ('Common'), ('Rare')) named`,
    [tenantId],
  );
  await database.pool.query(
    `insert into contact_labels (tenant_id, contact_id, label_id)
     select $1, contact.id, label.id from contacts contact, labels label
     where contact.tenant_id = $1 and label.tenant_id = $1
       and (label.name = 'Common' or (label.name = 'Rare' and contact.first_name = 'Ada 1'))`,
    [tenantId],
  );
  await database.pool.query('analyze contacts, labels, contact_labels');
});

const explain = async (query: string) => {
  const { page } = await explainSearch(database, contacts, { tenantId, request: { query } });
  return page;
};

describe('contacts by the name of a label', () => {
  test('that most contacts have are read in the order of the page, without sorting', async () => {
    for (const query of ['eq(labelName,"Common")', 'contains(labelName,"ommo")']) {
      expect((await explain(query)).map((node) => node['Node Type'])).not.toContain('Sort');
    }
  });

  test('that few contacts have are found by the index on the id of the label', async () => {
    for (const query of ['eq(labelName,"Rare")', 'in(labelName,"Rare","None")']) {
      const conditions = (await explain(query)).map((node) => node['Index Cond'] ?? '');
      expect(conditions.join(' ')).toMatch(/\blabel_id\b/);
    }
  });

  test('that does not exist result in an empty page, and no contact is read', async () => {
    for (const query of ['startsWith(labelName,"None")', 'in(labelName,"None","Never")']) {
      const read = (await explain(query)).map((node) => node['Relation Name']);
      expect(read).not.toContain('contacts');
    }
  });

  test('are found by an index on the names of labels', async () => {
    const nodes = await explainStatement(database, (capturing) =>
      search(createContext(capturing, tenantId), contacts, { query: 'eq(labelName,"Rare")' }),
    );
    expect(nodes.map((node) => node['Index Cond'] ?? '').join(' ')).toMatch(/\bname\b/);
  });
});
