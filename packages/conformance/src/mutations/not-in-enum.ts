import { isSameJson } from '@parley/validation';
import { typesOf } from '../schema/types-of.js';
import { type Mutate, nameSite, replace } from './change.js';

export const notInEnum: Mutate = (site) => {
  const { enum: listed, const: only } = site.schema;
  const values = Array.isArray(listed) ? listed : only === undefined ? undefined : [only];
  if (!values) return [];
  const types = typesOf(site.schema) ?? [];
  const isNumeric =
    types.includes('integer') ||
    types.includes('number') ||
    values.some((value) => typeof value === 'number');
  const others = isNumeric ? [987_654_321] : ['not-one-of-them'];
  const description = `${nameSite(site.path)} must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`;
  return others
    .filter((other) => !values.some((value) => isSameJson(value, other)))
    .map((other) => replace(site, other, description));
};
