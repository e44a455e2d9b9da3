import { type Config, readKeyFile } from '@parley/api';
import { type Database, ofTenant, statement } from '@parley/database';
import { demoKeyId, demoTenantId } from '../../../../prisma/seed.js';
import { type SignedKey, signToken } from '../sign-token.js';

export interface Service {
  readonly config: Config;
  readonly database: Database;
  readonly auth: Config['auth'];
}

/** Describes how to use the service that has just started. */
export async function describeService(service: Service): Promise<string> {
  const { publicUrl } = service.config;
  const metricsUrl = findMetrics(service.config);
  const token = await createDemoToken(service);
  const urls = [
    '',
    `  API      ${publicUrl}/v3`,
    `  Docs     ${publicUrl}/docs`,
    `  Contract ${publicUrl}/openapi/v3.json`,
    ...(metricsUrl ? [`  Metrics  ${metricsUrl}`] : []),
  ];
  return [
    ...urls,
    ...(token ? describeDemo(publicUrl, token) : describeTokens(service.auth)),
    '',
    '  Ctrl-C stops everything.',
  ].join('\n');
}

/** Returns the URL of the metrics, or undefined if they cannot be read without METRICS_TOKEN. */
function findMetrics(config: Config): string | undefined {
  if (config.metricsPort !== undefined) return `http://localhost:${config.metricsPort}/metrics`;
  return config.areMetricsOpen || config.metricsToken ? `${config.publicUrl}/metrics` : undefined;
}

/** Describes how to use the demo tenant. Both lines can be pasted into a shell. */
function describeDemo(publicUrl: string, token: string): string[] {
  const curl = [
    `curl -X POST ${publicUrl}/v3/automations/search`,
    `-H "Authorization: Bearer $TOKEN"`,
    `-H "Content-Type: application/json"`,
    `-d '{"query":"eq(status,active)"}'`,
  ];
  return ['', '  Try it with the token of the demo workspace:', '', `TOKEN=${token}`, curl.join(' ')];
}

function describeTokens(auth: Config['auth']): string[] {
  if (auth.kind === 'issuer') return ['', `  Tokens come from your issuer, ${auth.issuer}.`];
  return ['', '  Create a tenant and a token: npm run tenant -- --help, npm run token -- --help'];
}

/** Returns undefined if there is no demo tenant, its key was revoked, or tokens come from another issuer. */
export async function createDemoToken({ database, auth }: Service): Promise<string | undefined> {
  const secret = await findNewestSecret(auth);
  if (secret === undefined) return undefined;
  const [key] = await ofTenant(database, demoTenantId).sql(findDemoKey, [demoTenantId, demoKeyId]);
  return key && signToken(key, secret);
}

export async function findNewestSecret(auth: Config['auth']): Promise<string | undefined> {
  if (auth.kind === 'secret') return auth.secrets[0];
  return auth.kind === 'secret-file' ? (await readKeyFile(auth.file))[0]?.secret : undefined;
}

/** This uses SQL instead of Prisma's client, whose first query would slow down the start. */
const findDemoKey = statement<SignedKey>(
  'find-demo-key',
  `select id, tenant_id as "tenantId", scopes, created_at as "createdAt", expires_at as "expiresAt"
   from api_keys where tenant_id = $1::uuid and id = $2::uuid and revoked_at is null`,
);
