import { statement } from '@parley/database';
import { recordAudit } from '../auditing/record-audit.js';
import type { Context } from '../context.js';
import { workspaceSecret } from '../secrets/places.js';
import { openSecret, sealSecret } from '../secrets/secrets.js';
import { newSigningSecret } from '../signing-secrets/new-signing-secret.js';
import {
  overlapMs,
  retireSecretSql,
  type SecretColumns,
  validSecretsSql,
} from '../signing-secrets/secrets-sql.js';
import { type Transaction, transact } from '../sql/transact.js';

const columns: SecretColumns = { secret: 'signing_secret', retired: 'retired_signing_secrets' };

/** Rotates the secret that signs the calls of automations. Only this result contains the new one. */
export function rotateWorkspaceSecret(context: Context): Promise<{ secret: string }> {
  const { database, tenantId } = context;
  const rotateSecret = async (transaction: Transaction) => {
    const { sql } = transaction;
    const now = context.now();
    const secret = newSigningSecret();
    const sealed = await sealSecret({ database, sql }, workspaceSecret(tenantId), secret);
    await sql(rotate, [tenantId, sealed, now, new Date(now.getTime() + overlapMs)]);
    const action = 'workspace.signing_secret_rotated';
    recordAudit(transaction, context, { action, resourceId: tenantId });
    return { secret };
  };
  return transact(context, rotateSecret, { secretField: 'secret' });
}

/** This is SQL, because the list of retired secrets is computed from the row. */
const rotate = statement(
  'rotate-workspace-secret',
  `update tenants set signing_secret = $2::text, updated_at = $3::timestamptz,
     retired_signing_secrets = ${retireSecretSql(columns, { now: '$3::timestamptz', expiresAt: '$4::timestamptz' })}
   where id = $1::uuid`,
);

/** Returns all secrets of the workspace that are valid for signing now, newest first. */
export async function findWorkspaceSecrets(
  { sql }: Transaction,
  { database, tenantId, now }: Context,
): Promise<readonly string[]> {
  const [found] = await sql(find, [tenantId, now()]);
  if (found === undefined) throw new Error(`Tenant ${tenantId} does not exist`);
  const place = workspaceSecret(tenantId);
  const secrets: string[] = [];
  for (const sealed of found.secrets) secrets.push(await openSecret({ database, sql }, place, sealed));
  return secrets;
}

const find = statement<{ secrets: readonly string[] }>(
  'find-workspace-secrets',
  `select ${validSecretsSql(columns, '$2::timestamptz')} as secrets from tenants where id = $1::uuid`,
);
