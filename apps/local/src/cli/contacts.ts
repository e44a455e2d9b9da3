import {
  type DuplicateContacts,
  defaultSizes,
  findDuplicateContacts,
  findTenant,
  normalizeStoredAddresses,
} from '@parley/core/administration';
import type { Database } from '@parley/database';
import { chooseAction } from './choose-action.js';
import type { Command } from './command.js';
import { describeNormalized } from './describe-normalized.js';
import { withTarget } from './open-target.js';
import { printTable } from './print-table.js';
import { refuseSurplus } from './read-options.js';

const advice = `Nothing was merged. Delete one of the two contacts or change its address, and then set the address of
the contact that you keep.`;

export const command: Command = {
  help: `Lists contacts that have the same address in different forms, and normalizes stored addresses.

  npm run contacts -- duplicates [--tenant demo] [--json]
  npm run contacts -- normalize [--tenant demo] [--json]

  --tenant   slug or id of the tenant; the default is all tenants
  --json     prints the list, or the counts, as JSON

  normalize repeats what npm run migrate does once. Run it when the last process of an older release has ended,
  since older releases store addresses as they are written. You can repeat it at any time.

  Nothing is merged. Decide which contact to keep, delete the other one (DELETE /v3/contacts/{contactId}) or
  change its address, and then set the address of the contact that you keep (PUT /v3/contacts/{contactId}).

Works on the database of the running local service, or on DATABASE_URL.`,
  options: { tenant: { type: 'string' }, json: { type: 'boolean' } },
  run: chooseAction({ duplicates: actionOf(listDuplicates), normalize: actionOf(normalize) }),
};

type Work = (database: Database, tenantId: string | undefined) => Promise<{ result: object; text: string }>;

function actionOf(work: Work): Command['run'] {
  return ({ words, options, environment }) => {
    refuseSurplus(words);
    return withTarget(environment, async (database) => {
      const tenant = options.tenant === undefined ? undefined : await findTenant(database, options.tenant);
      const { result, text } = await work(database, tenant?.id);
      return options.json === 'true' ? JSON.stringify(result, null, 2) : text;
    });
  };
}

async function listDuplicates(...[database, tenantId]: Parameters<Work>): ReturnType<Work> {
  const result = await findDuplicateContacts(database, defaultSizes, tenantId);
  return { result, text: describe(result) };
}

async function normalize(...[database, tenantId]: Parameters<Work>): ReturnType<Work> {
  const result = await normalizeStoredAddresses(database, defaultSizes, tenantId);
  const lines = describeNormalized(result);
  return { result, text: lines.join('\n') || 'Every stored address is in its normal form.' };
}

function describe(duplicates: readonly DuplicateContacts[]): string {
  if (duplicates.length === 0) return 'No two contacts share an address.';
  const rows = duplicates.flatMap(({ tenant, address, contacts: sharing }) =>
    sharing.map((contact) => ({ tenant, address, ...contact })),
  );
  const table = printTable(rows, {
    tenant: ({ tenant }) => tenant,
    address: ({ address }) => address,
    'written as': ({ value }) => value,
    name: ({ name }) => name,
    chats: ({ chats }) => String(chats),
    id: ({ id }) => id,
  });
  return `${table}\n\n${advice}`;
}
