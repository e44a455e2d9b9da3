export type Entry = Readonly<Record<string, unknown>> & { readonly id: string };

type Value = string | number | boolean;

/** The kinds of fields that are ordered, and those that are texts or can be read as text. */
export const ordered = ['id', 'text', 'timestamp', 'number', 'enum'];
export const textual = ['id', 'text', 'enum'];

/** Returns the value of the field in the record, as the response shows it. */
export function valuesOf(entry: Entry, field: string): Value[] {
  if (entry.tenantId !== undefined && (field === 'chatId' || field === 'contactId'))
    return idsInEvent(entry, field);
  if (field === 'segmentId') return [Object(entry.audience).segmentId].filter((id) => typeof id === 'string');
  if (field === 'originType' || field === 'originId') return originOf(entry, field);
  const lists: Readonly<Record<string, [list: string, key: string]>> = {
    labelId: ['labels', 'id'],
    labelName: ['labels', 'name'],
    handle: ['handles', 'value'],
    lastMessageAt: ['latestMessages', 'timestamp'],
  };
  const [list, key] = lists[field] ?? [];
  const values = list && key ? items(entry[list]).map((item) => item[key]) : [entry[field]];
  return values.filter((value) => value !== null).map((value) => value as Value);
}

/** Returns what made a message. */
function originOf({ origin }: Entry, field: 'originType' | 'originId'): Value[] {
  const { type, id } = Object(origin);
  return [field === 'originType' ? type : id].filter((value) => typeof value === 'string');
}

/** Returns the chat or the contact that an event is about. */
function idsInEvent({ event, data }: Entry, field: 'chatId' | 'contactId'): Value[] {
  const { id, chat, contact, contactId, chatId } = Object(data);
  const kind = String(event).split('.')[0];
  const found =
    field === 'chatId'
      ? [chat?.id, chatId, kind === 'chat' ? id : undefined]
      : [contact?.id, contactId, kind === 'contact' ? id : undefined];
  return found.filter((value) => value !== undefined && value !== null).slice(0, 1);
}

function items(list: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(list) ? list : [];
}

type Holds = (values: readonly Value[]) => boolean;

/**
 * Returns the functions of the language with one value each, and what they mean. A field with several values matches
 * if one of them does.
 */
export function functionsFor(
  kind: string,
  sample: Value,
  order: readonly string[] | undefined,
): [name: string, value: Value, holds: Holds][] {
  const some =
    (test: (value: Value) => boolean): Holds =>
    (values) =>
      values.some(test);
  const equal = some((value) => value === sample);
  const lower = (value: Value) => String(value).toLowerCase();
  const place = (value: Value) => (order ? order.indexOf(String(value)) : value);
  const [inner, start] = [String(sample).slice(1, 4).toUpperCase(), String(sample).slice(0, 3).toUpperCase()];
  const parts: [string, Value, Holds][] = [
    ['contains', sample, some((value) => lower(value).includes(lower(sample)))],
    ['contains', inner, some((value) => lower(value).includes(lower(inner)))],
    ['startsWith', sample, some((value) => lower(value).startsWith(lower(sample)))],
    ['startsWith', start, some((value) => lower(value).startsWith(lower(start)))],
    // The sample contains this part, but does not start with it.
    ['startsWith', inner, some((value) => lower(value).startsWith(lower(inner)))],
  ];
  const bounds: [string, Value, Holds][] = [
    ['gt', sample, some((value) => compare(place(value), place(sample)) > 0)],
    ['gte', sample, some((value) => compare(place(value), place(sample)) >= 0)],
    ['lt', sample, some((value) => compare(place(value), place(sample)) < 0)],
    ['lte', sample, some((value) => compare(place(value), place(sample)) <= 0)],
  ];
  return [
    ['eq', sample, equal],
    ['ne', sample, (values) => !equal(values)],
    ...(textual.includes(kind) ? parts : []),
    ...(ordered.includes(kind) && kind !== 'text' ? bounds : []),
  ];
}

export function compare(one: Value | undefined, other: Value | undefined): number {
  if (one === other) return 0;
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one) < String(other) ? -1 : 1;
}

export function write(value: Value): string {
  return typeof value === 'string' ? `"${value.replace(/["\\]/g, '\\$&')}"` : String(value);
}
