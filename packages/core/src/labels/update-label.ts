import type { Context } from '../context.js';
import { refuseTaken } from '../resources/refuse-taken.js';
import { updateRecord } from '../resources/write-record.js';
import { transact } from '../sql/transact.js';
import { type LabelRecord, labels } from './label-record.js';
import type { NewLabel } from './label-values.js';
import { uniqueName } from './label-values.js';

interface LabelUpdate extends Partial<NewLabel> {
  readonly labelId: string;
}

/** Absent fields stay as they are. */
export function updateLabel(
  context: Context,
  { labelId: id, name, color }: LabelUpdate,
): Promise<LabelRecord> {
  const values = { name, color: color?.toUpperCase() };
  return refuseTaken(uniqueName, () =>
    transact(context, (transaction) => updateRecord(transaction, context, labels, { id, values })),
  );
}
