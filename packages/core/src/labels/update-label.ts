import type { Context } from '../context.js';
import { reportUniqueViolation } from '../resources/report-unique-violation.js';
import { updateChanged } from '../resources/update-changed.js';
import { transactWithPrisma } from '../sql/transact.js';
import { type LabelRecord, labels } from './label-record.js';
import type { NewLabel } from './label-values.js';
import { uniqueName } from './label-values.js';

interface LabelUpdate extends Partial<NewLabel> {
  readonly labelId: string;
}

/** Updates a label. Absent fields remain unchanged. */
export function updateLabel(
  context: Context,
  { labelId: id, name, color }: LabelUpdate,
): Promise<LabelRecord> {
  const update = () =>
    transactWithPrisma(context, (transaction) =>
      updateChanged(transaction, context, labels, {
        id,
        values: { name, color: color?.toUpperCase() },
        write: (key, data) => transaction.prisma.label.update({ where: { tenantId_id: key }, data }),
      }),
    );
  return reportUniqueViolation(uniqueName, update);
}
