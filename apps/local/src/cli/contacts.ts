import { type DuplicateContacts, findDuplicateContacts, findTenant } from '@parley/core/administration';
import { UsageError } from './command-error.js';
import { withTarget } from './open-target.js';
import { printTable } from './print-table.js';
import { refuseSurplus } from './read-options.js';
import { type Command, runCommand } from './run-command.js';

const advice = `Nothing was merged. Delete the contact that is not needed, or give it another address, and then write
the address to the contact that stays.`;

const contacts: Command = {
  help: `Lists contacts that share one address, written in different forms.

  npm run contacts -- duplicates [--tenant demo] [--json]

  --tenant   slug or id of the tenant; all of them by default
  --json     the list as JSON

  Nothing is merged. Decide which contact stays, delete the other one (DELETE /v3/contacts/{contactId}), or
  give it another address, and then write the address to the one that stays (PUT /v3/contacts/{contactId}).

Works on the database of the running local service, or on DATABASE_URL.`,
  options: { tenant: { type: 'string' }, json: { type: 'boolean' } },
  async run({ words, options, environment }) {
    if (words[0] !== 'duplicates') throw new UsageError('Say what to do: duplicates.');
    refuseSurplus(words.slice(1));
    return withTarget(environment, async (database) => {
      const tenant = options.tenant === undefined ? undefined : await findTenant(database, options.tenant);
      const duplicates = await findDuplicateContacts(database, tenant?.id);
      return options.json === 'true' ? JSON.stringify(duplicates, null, 2) : describe(duplicates);
    });
  },
};

await runCommand(contacts);

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
