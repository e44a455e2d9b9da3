import type { Context } from '../context.js';
import type { InvalidParams } from '../domain-error.js';
import { findTaken, type UniqueValue } from '../resources/refuse-taken.js';
import type { ValidPart } from '../valid-part.js';
import { labels } from './label-record.js';

export interface NewLabel {
  readonly name: string;
  /** `#` and six hexadecimal digits. */
  readonly color?: string;
}

/** The color of a label that is created without one. */
export const defaultColor = '#64748B';

export const uniqueName: UniqueValue = {
  path: 'name',
  message: 'Another label has this name',
  resource: labels,
  columns: ['name'],
};

/** Returns the validation errors of a label without writing. A new label has no id. */
export function findLabelErrors(
  context: Context,
  { name }: ValidPart<NewLabel>,
  labelId?: string,
): Promise<InvalidParams> {
  return findTaken(context, { unique: uniqueName, values: { name }, id: labelId });
}
