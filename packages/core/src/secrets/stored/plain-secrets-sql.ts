import { sealedPrefix } from '../sealed-text.js';

// Conditions for rows with a secret that is not sealed: an older release stored it.

const isPlain = (text: string) => `not starts_with(${text}, '${sealedPrefix}')`;

const hasPlainEntry = (list: string) =>
  `exists (select from jsonb_array_elements(${list}) entry where ${isPlain(`entry ->> 'secret'`)})`;

export const isPlainTenant = `${isPlain('signing_secret')} or ${hasPlainEntry('retired_signing_secrets')}`;

/** No release reads `previous_secret` any more. */
export const isPlainWebhook = `${isPlain('secret')} or ${hasPlainEntry('retired_secrets')} or previous_secret is not null`;

export const isPlainChannel = `exists (select from jsonb_each_text(secrets) entry where ${isPlain('entry.value')})`;

/** These operations return a secret in their result. */
export const isPlainResult = `operation_id in ('createApiWebhook', 'rotateApiWebhookSecret', 'rotateWorkspaceSigningSecret')
  and ${isPlain(`result ->> 'secret'`)}`;
