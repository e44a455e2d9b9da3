import { isOfType, typesOf } from '../schema/types-of.js';
import { type Mutate, nameSite, replace } from './change.js';

export const wrongType: Mutate = (site, { isText }) => {
  const types = typesOf(site.schema);
  if (!types || (isText && types.some((type) => !isReadable.has(type)))) return [];
  const others = isText ? ['not-a-value'] : [{}, [], 'text', 12.5, true, null];
  return others
    .filter((other) => !types.some((type) => isOfType(type, other)))
    .map((other) => {
      const description = `${nameSite(site.path)} must be ${types.join(' or ')} and is ${JSON.stringify(other)}`;
      return replace(site, other, description);
    });
};

/** The types that some texts do not match. Any text is a string, and most texts can be read as a list. */
const isReadable = new Set(['integer', 'number', 'boolean']);
