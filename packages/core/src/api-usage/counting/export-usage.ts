import { type Database, statement, type UsageKind } from '@parley/database';

const dayMs = 24 * 60 * 60 * 1_000;

export interface NameUsage {
  readonly count: number;
  /** The last day in UTC, such as `2026-11-14`. */
  readonly lastUsed: string;
}

type Names = Readonly<Record<string, NameUsage>>;

/** The usage of one API key; without a key, the usage of the workspace. */
export interface KeyUsage {
  readonly tenant: string;
  readonly keyId: string | null;
  readonly keyName: string | null;
  readonly operations: Names;
  readonly requestFields: Names;
  readonly filterFields: Names;
  readonly enumValues: Names;
  readonly eventTypes: Names;
  readonly errorKeys: Names;
}

/** The file that the comparison of contracts reads; docs/operations/api-usage.md describes it. */
export interface UsageExport {
  readonly kind: 'parley-usage';
  readonly version: 1;
  readonly from: string;
  readonly to: string;
  readonly keys: readonly KeyUsage[];
}

/** Returns the usage of all workspaces in the last days, of which today is the last one. */
export async function exportUsage(
  { sql }: Database,
  { days, now }: { readonly days: number; readonly now: Date },
): Promise<UsageExport> {
  const from = formatDay(new Date(now.getTime() - (days - 1) * dayMs));
  const to = formatDay(now);
  const keys = new Map<string, MutableKeyUsage>();
  for (const row of await sql(listUsage, [from, to])) {
    const key = `${row.tenant} ${row.keyId}`;
    const usage = keys.get(key) ?? emptyUsage(row);
    keys.set(key, usage);
    usage[sections[row.kind]][nameOf(row)] = { count: Number(row.count), lastUsed: row.lastUsed };
  }
  return { kind: 'parley-usage', version: 1, from, to, keys: [...keys.values()] };
}

const sections = {
  operation: 'operations',
  request_field: 'requestFields',
  filter_field: 'filterFields',
  enum_value: 'enumValues',
  event_type: 'eventTypes',
  error_key: 'errorKeys',
} as const satisfies Record<UsageKind, keyof KeyUsage>;

type Section = (typeof sections)[UsageKind];
type MutableKeyUsage = Omit<KeyUsage, Section> & Record<Section, Record<string, NameUsage>>;

function emptyUsage({ tenant, keyId, keyName }: UsageRow): MutableKeyUsage {
  return {
    tenant,
    keyId,
    keyName,
    operations: {},
    requestFields: {},
    filterFields: {},
    enumValues: {},
    eventTypes: {},
    errorKeys: {},
  };
}

/** `v3 sendMessage body.text`; the name of an operation is the operation itself, and an event type has no operation. */
function nameOf({ kind, apiVersion, operationId, name }: UsageRow): string {
  const parts = kind === 'operation' ? [apiVersion, name] : [apiVersion, operationId, name];
  return parts.filter((part) => part !== null).join(' ');
}

function formatDay(day: Date): string {
  return day.toISOString().slice(0, 10);
}

interface UsageRow {
  readonly tenant: string;
  readonly keyId: string | null;
  readonly keyName: string | null;
  readonly kind: UsageKind;
  readonly apiVersion: string;
  readonly operationId: string | null;
  readonly name: string;
  /** A bigint, which the driver returns as text. */
  readonly count: string;
  readonly lastUsed: string;
}

const listUsage = statement<UsageRow>(
  'export-api-usage',
  `select tenant.slug as tenant, used.key_id as "keyId", key.name as "keyName", used.kind,
     used.api_version as "apiVersion", used.operation_id as "operationId", used.name, sum(used.count)::bigint as count,
     to_char(max(used.created_at) at time zone 'UTC', 'YYYY-MM-DD') as "lastUsed"
   from api_usage used
   join tenants tenant on tenant.id = used.tenant_id
   left join api_keys key on key.tenant_id = used.tenant_id and key.id = used.key_id
   where used.created_at >= $1::date::timestamp at time zone 'UTC' and used.created_at <= $2::date::timestamp at time zone 'UTC'
   group by tenant.slug, used.key_id, key.name, used.kind, used.api_version, used.operation_id, used.name
   order by tenant.slug, used.key_id nulls last, used.kind, used.api_version, used.operation_id, used.name`,
);
