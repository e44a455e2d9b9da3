/** The columns of the current secret and of the retired secrets, which are `[{ secret, expiresAt }]`, newest first. */
export interface SecretColumns {
  readonly secret: string;
  readonly retired: string;
}

/** How long a rotated secret remains valid together with the new one. */
export const overlapMs = 24 * 60 * 60 * 1_000;

/** The maximum number of rotated secrets; one more rotation drops the oldest. */
const maxRetired = 5;

/** Returns the SQL expression for every secret that is valid at `now`, newest first, as an array of text. */
export function validSecretsSql({ secret, retired }: SecretColumns, now: string): string {
  return `case when ${retired} = '[]' then array[${secret}] else array[${secret}] || array(
    select entry ->> 'secret' from ${entriesSql(retired)} where ${isValidSql(now)} order by place
  ) end`;
}

/** Returns the SQL expression for the retired secrets after the current one is rotated. */
export function retireSecretSql(
  { secret, retired }: SecretColumns,
  { now, expiresAt }: { now: string; expiresAt: string },
): string {
  const newest = `jsonb_build_object('secret', ${secret}, 'expiresAt', ${expiresAt})`;
  return `(select jsonb_agg(entry order by place) from (
    select entry, place from ${entriesSql(`jsonb_build_array(${newest}) || ${retired}`)}
    where ${isValidSql(now)} order by place limit ${maxRetired}
  ) kept)`;
}

function entriesSql(list: string): string {
  return `jsonb_array_elements(${list}) with ordinality as old(entry, place)`;
}

function isValidSql(now: string): string {
  return `(entry ->> 'expiresAt')::timestamptz > ${now}`;
}
