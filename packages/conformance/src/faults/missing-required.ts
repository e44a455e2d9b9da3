import { asArray, isObject } from '@parley/validation';
import { nameSite, removed, type Spoil } from './change.js';

export const missingRequired: Spoil = ({ path, value, schema, least }) => {
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
