/**
 * The workspaces that each workspace may import. Imports only point downwards, and apps never import apps, except
 * `local`, which starts both (ADR 0018). Adding a name here is a design decision.
 */
export const workspaces: Readonly<Record<string, readonly string[]>> = {
  spec: [],
  contract: [],
  config: [],
  validation: [],
  database: [],
  channels: [],
  files: ['config', 'database'],
  core: ['database'],
  presenters: ['contract', 'core'],
  client: ['contract'],
  cli: ['client'],
  conformance: ['validation'],
  api: ['channels', 'config', 'contract', 'core', 'database', 'files', 'presenters', 'validation'],
  worker: ['channels', 'config', 'contract', 'core', 'database', 'files', 'presenters', 'validation'],
  docs: ['channels', 'client', 'contract', 'core', 'spec', 'validation'],
  local: ['api', 'client', 'config', 'contract', 'core', 'database', 'files', 'worker'],
  testkit: [
    'api',
    'bench',
    'client',
    'conformance',
    'contract',
    'core',
    'database',
    'files',
    'local',
    'validation',
  ],
  bench: ['contract', 'core', 'database'],
};

/** The folders of `packages/core/src`, bottom first: a folder imports only from the floors below its own. */
export const floorsOfCore: readonly (readonly string[])[] = [
  ['auditing'],
  ['plans', 'secrets/keys'],
  ['secrets'],
  ['secrets/stored'],
  ['sql', 'addresses', 'signing-secrets', 'campaigns/recurrence'],
  ['resources', 'jobs', 'addresses/stored', 'files/stores'],
  ['events', 'triggers', 'tenants'],
  ['search'],
  ['attributes', 'audit-log', 'channels', 'files', 'labels', 'webhooks'],
  ['contacts/import'],
  ['contacts/writing'],
  ['contacts'],
  ['contacts/upsert', 'chats'],
  ['messages/content'],
  ['messages', 'message-templates', 'automations/versions'],
  ['messages/receiving', 'messages/sending', 'deliveries'],
  ['automations/runs'],
  ['automations', 'campaigns'],
  ['contact-exports', 'deletions', 'handover', 'retention', 'erasures/steps'],
  ['erasures'],
];
