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

/** Of a label that is made without one. */
export const defaultColor = '#64748B';

export const uniqueName: UniqueValue = {
  path: 'name',
  message: 'Another label has this name',
  resource: labels,
  columns: ['name'],
};

/** What is wrong with a label, found without writing. A new label has no id. */
export function findLabelErrors(
  context: Context,
  { name }: ValidPart<NewLabel>,
  labelId?: string,
): Promise<InvalidParams> {
  return findTaken(context, { unique: uniqueName, values: { name }, id: labelId });
}
