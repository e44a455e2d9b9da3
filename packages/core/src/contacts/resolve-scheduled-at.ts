import { type HandleType, statement } from '@parley/database';
import type { Context } from '../context.js';
import { isId } from '../ids.js';
import { type NewTime, readLocalTime, type TimeProblem } from '../time-zones/read-local-time.js';
import { type LocatedContact, zoneOfContact } from '../time-zones/zone-of-contact.js';

/** Either an instant or the problems of a local time; neither when no time was sent. */
export interface ResolvedTime {
  readonly scheduledAt?: string;
  readonly problems: readonly TimeProblem[];
}

interface TimeToResolve {
  readonly scheduledAt: NewTime | undefined;
  readonly recipient: TimedRecipient;
}

/** The contact whose clock counts, by one of its names. */
interface TimedRecipient {
  readonly chatId?: string | undefined;
  readonly contactId?: string | undefined;
  readonly handle?: { readonly handleType: HandleType; readonly value: string } | undefined;
}

/** Returns the instant of a time. A local time without a name of a zone needs one statement. */
export async function resolveScheduledAt(
  context: Context,
  { scheduledAt, recipient }: TimeToResolve,
): Promise<ResolvedTime> {
  if (typeof scheduledAt !== 'object') return { ...(scheduledAt && { scheduledAt }), problems: [] };
  const read = await readLocalTime(scheduledAt, async (owner) => {
    const found = await findZones(context, recipient);
    return owner === 'workspace' ? found.workspaceZone : zoneOfContact(found);
  });
  return 'instant' in read ? { scheduledAt: read.instant.toISOString(), problems: [] } : read;
}

/** A recipient that does not exist has the zone of the workspace; the missing recipient is an error of its own. */
async function findZones(
  { database, tenantId }: Context,
  { chatId, contactId, handle }: TimedRecipient,
): Promise<LocatedContact> {
  const [found] = await database.sql(find, [
    tenantId,
    idOf(chatId),
    idOf(contactId),
    handle?.handleType ?? null,
    handle?.value ?? null,
  ]);
  if (found === undefined) throw new Error(`Tenant ${tenantId} was deleted during its request`);
  // A contact that does not exist yet will have this number.
  const newNumber = handle?.handleType === 'phone_number' ? handle.value : null;
  return { ...found, phoneNumber: found.isFound ? found.phoneNumber : newNumber };
}

function idOf(id: string | undefined): string | null {
  return id !== undefined && isId(id) ? id : null;
}

const find = statement<LocatedContact & { isFound: boolean }>(
  'find-zones-of-recipient',
  `select tenant.time_zone as "workspaceZone", contact.id is not null as "isFound", contact.time_zone as "timeZone",
     contact.phone_number as "phoneNumber"
   from tenants tenant
   left join contacts contact on contact.tenant_id = tenant.id and contact.id = coalesce(
     (select chat.contact_id from chats chat where chat.tenant_id = $1::uuid and chat.id = $2::uuid), $3::uuid,
     (select handle.contact_id from handles handle
      where handle.tenant_id = $1::uuid and handle.type = $4::handle_type and handle.value = $5::text))
   where tenant.id = $1::uuid`,
);
