import { asArray, isObject } from '@parley/validation';
import { type Mutate, nameSite, removed } from './change.js';

export const missingRequired: Mutate = ({ path, value, schema, least }) => {
  if (!isObject(value)) return [];
  return asArray(schema.required)
    .map(String)
    .filter((name) => Object.hasOwn(value, name))
    .map((name) => ({
      path: [...path, name],
      value: removed,
      field: { path: [...path, name], least },
      description: `${nameSite([...path, name])} is required and missing`,
    }));
};
