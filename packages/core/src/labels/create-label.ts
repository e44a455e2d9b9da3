import type { Context } from '../context.js';
import { requireById } from '../resources/get-by-id.js';
import { newRow } from '../resources/new-row.js';
import { reportUniqueViolation } from '../resources/report-unique-violation.js';
import { transactWithPrisma } from '../sql/transact.js';
import { type LabelRecord, labels } from './label-record.js';
import type { NewLabel } from './label-values.js';
import { defaultColor, uniqueName } from './label-values.js';

export function createLabel(
  context: Context,
  { name, color = defaultColor }: NewLabel,
): Promise<LabelRecord> {
  const create = () =>
    transactWithPrisma(context, async ({ prisma, sql }) => {
      const row = newRow(context);
      await prisma.label.create({ data: { ...row, name, color: color.toUpperCase() } });
      return requireById(sql, labels, row);
    });
  return reportUniqueViolation(uniqueName, create);
}
