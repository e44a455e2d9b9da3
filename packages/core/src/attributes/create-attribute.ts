import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { invalidParam } from '../domain-error.js';
import { newId } from '../ids.js';
import { transact } from '../sql/transact.js';
import { type AttributeRecord, attributeJson } from './attribute-record.js';

export interface NewAttribute {
  readonly name: string;
  readonly externalId: string;
  readonly description?: string | null;
  readonly isVisibleQuickEdit?: boolean;
  readonly isVisibleContactsTable?: boolean;
  readonly isVisibleContactCreate?: boolean;
}

/** The unique constraint decides whether the external id is free, so that of two at the same time one is refused. */
export function createAttribute(context: Context, attribute: NewAttribute): Promise<AttributeRecord> {
  return transact(context, async ({ sql }) => {
    const [created] = await sql(insertAttribute, [
      context.tenantId,
      newId(),
      attribute.externalId,
      attribute.name,
      attribute.description ?? null,
      attribute.isVisibleQuickEdit ?? false,
      attribute.isVisibleContactsTable ?? false,
      attribute.isVisibleContactCreate ?? false,
      context.now(),
    ]);
    if (created === undefined) {
      throw invalidParam('externalId', 'not_unique', 'Another attribute has this external id');
    }
    return created.record;
  });
}

const insertAttribute = statement<{ record: AttributeRecord }>(
  'insert-attribute',
  `with created as (
     insert into attributes (tenant_id, id, external_id, name, description, is_visible_quick_edit,
       is_visible_contacts_table, is_visible_contact_create, created_at, updated_at)
     values ($1::uuid, $2::uuid, $3::text, $4::text, $5::text, $6::boolean, $7::boolean, $8::boolean,
       $9::timestamptz, $9::timestamptz)
     on conflict (tenant_id, external_id) do nothing
     returning *
   )
   select ${attributeJson('created')} as record from created`,
);
