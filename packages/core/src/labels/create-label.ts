import type { Context } from '../context.js';
import { insertRecord } from '../resources/write-record.js';
import { refuseTaken } from '../sql/refuse-taken.js';
import { transact } from '../sql/transact.js';
import { type LabelRecord, labels } from './label-record.js';
import { defaultColor, uniqueName } from './label-values.js';

export interface NewLabel {
  readonly name: string;
  /** `#` and six hexadecimal digits. */
  readonly color?: string;
}

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
