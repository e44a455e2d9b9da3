import { type Context, getTextById, JsonText, type Resource } from '@parley/core';

interface RecordBody<Item> {
  readonly success: true;
  readonly data: Item;
}

interface StoredRecord<Params, Entry, Item> {
  readonly idOf: (params: Params) => string;
  readonly present: (entry: Entry, context: Context) => Item | Promise<Item>;
  /** Whether the text of a record is what `present` returns. Default is that it always is. */
  readonly isAsPresented?: (text: string) => boolean;
}

/**
 * Returns the handler that reads a record by its id, for every resource whose records the contract shows as they are stored.
 * The text of PostgreSQL is sent, and is neither parsed nor written again. A test compares it with what the presenter returns.
 */
export function storedRecordHandler<Params, Entry, Item>(
  resource: Resource<Entry>,
  { idOf, present, isAsPresented }: StoredRecord<Params, Entry, Item>,
) {
  return async (
    context: Context,
    { params }: { readonly params: Params },
  ): Promise<RecordBody<Item> | JsonText<RecordBody<Item>>> => {
    const record = await getTextById(context, resource, idOf(params));
    if (isAsPresented?.(record.text) === false)
      return { success: true, data: await present(record.parse(), context) };
    return new JsonText(`{"success":true,"data":${record.text}}`);
  };
}
