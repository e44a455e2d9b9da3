import { type HandleType, type Sql, statement } from '@parley/database';
import type { Sizes } from '../../sizes.js';

/** An address as it is stored. */
export interface StoredHandle {
  readonly tenantId: string;
  readonly id: string;
  readonly contactId: string;
  readonly type: HandleType;
  readonly value: string;
  /** The default country of the workspace. */
  readonly defaultCountry: string | null;
}

/** The key of the last handle of a page. */
export type HandleCursor = Pick<StoredHandle, 'tenantId' | 'id'>;

export const startOfHandles: HandleCursor = {
  tenantId: '00000000-0000-0000-0000-000000000000',
  id: '00000000-0000-0000-0000-000000000000',
};

export interface HandlePage {
  readonly after: HandleCursor;
  /** Default is every tenant. */
  readonly tenantId?: string | undefined;
  readonly sizes: Sizes;
}

/** Returns one page of handles, in the order of their keys. */
export function listHandles(sql: Sql, { after, tenantId, sizes }: HandlePage): Promise<StoredHandle[]> {
  return sql(list, [after.tenantId, after.id, tenantId ?? null, sizes.handlePage]);
}

const list = statement<StoredHandle>(
  'list-stored-handles',
  `select handle.tenant_id as "tenantId", handle.id, handle.contact_id as "contactId", handle.type, handle.value,
     tenant.default_country as "defaultCountry"
   from handles handle join tenants tenant on tenant.id = handle.tenant_id
   where (handle.tenant_id, handle.id) > ($1::uuid, $2::uuid)
     and handle.tenant_id = coalesce($3::uuid, handle.tenant_id)
   order by handle.tenant_id, handle.id limit $4::int`,
);
