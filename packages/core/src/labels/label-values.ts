import type { Context } from '../context.js';
import type { InvalidParams } from '../domain-error.js';
import { isId } from '../ids.js';
import { describeNotUnique, otherThan, type UniqueValue } from '../resources/report-unique-violation.js';
import type { ValidPart } from '../valid-part.js';

export interface NewLabel {
  readonly name: string;
  /** `#` and six hexadecimal digits. */
  readonly color?: string;
}

/** The color of a label that is created without one. */
export const defaultColor = '#64748B';

export const uniqueName: UniqueValue = { path: 'name', message: 'Another label has this name' };

/** Returns the validation errors of a label without writing. A new label has no id. */
export async function findLabelErrors(
  { database, tenantId }: Context,
  { name }: ValidPart<NewLabel>,
  labelId?: string,
): Promise<InvalidParams> {
  if (name === undefined || (labelId !== undefined && !isId(labelId))) return {};
  const where = { tenantId, name, ...otherThan(labelId) };
  return describeNotUnique(
    uniqueName,
    await database.prisma.label.findFirst({ where, select: { id: true } }),
  );
}
