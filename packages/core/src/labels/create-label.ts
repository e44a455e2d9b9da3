import type { Context } from '../context.js';
import { refuseTaken } from '../resources/refuse-taken.js';
import { insertRecord } from '../resources/write-record.js';
import { transact } from '../sql/transact.js';
import { type LabelRecord, labels } from './label-record.js';
import type { NewLabel } from './label-values.js';
import { defaultColor, uniqueName } from './label-values.js';

export function createLabel(
  context: Context,
  { name, color = defaultColor }: NewLabel,
): Promise<LabelRecord> {
  return refuseTaken(uniqueName, () =>
    transact(context, (transaction) =>
      insertRecord(transaction, context, labels, { name, color: color.toUpperCase() }),
    ),
  );
}
