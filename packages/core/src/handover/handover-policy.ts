import type { SecretPlace } from '../secrets/sealed-text.js';

/**
 * The tables of a tenant that are not exported, with the reason or the place of their content. All other tables are
 * exported, including new ones.
 */
export const leftOutTables: Readonly<Record<string, string>> = {
  campaign_result_changes: 'counted again by triggers',
  channel_paces: 'the sending rate of this installation',
  chat_states: 'kept by triggers on chats',
  data_keys: 'the file data-key.json, under a passphrase',
  file_contents: 'the folder files',
  inbound_windows: 'counts of the current minute',
  key_writes: 'positions in the log of this PostgreSQL server',
  message_word_progress: 'stored again by the worker',
  message_words: 'stored again by the worker',
  rate_limit_windows: 'counts of the current minute',
  search_revisions: 'counted again by triggers',
  stored_byte_changes: 'counted again by triggers',
  unfinished_deliveries: 'kept by triggers on deliveries',
  unsuccessful_deliveries: 'kept by triggers on deliveries',
  upload_chunks: 'uploads that have not ended',
  waiting_job_counts: 'counted again by the worker',
};

/** Columns that describe this installation and not the workspace. */
export const leftOutColumns: Readonly<Record<string, readonly string[]>> = {
  events: ['position', 'traceparent'],
  files: ['store', 'object_key'],
  tenants: ['deletion_started_at', 'lane_number'],
};

/** The value that replaces a secret in an export without secrets; `null` leaves the whole row out. */
export const secretColumns: Readonly<Record<SecretPlace['table'], Readonly<Record<string, unknown>> | null>> =
  {
    tenants: { signing_secret: null, retired_signing_secrets: [] },
    channels: { secrets: {} },
    webhooks: { secret: null, retired_secrets: [], previous_secret: null, previous_secret_expires_at: null },
    // A stored result or the hash of a request may be sealed.
    idempotency_keys: null,
  };

/** The version of the format of exports. An import refuses a newer version. */
export const exportFormat = 1;
