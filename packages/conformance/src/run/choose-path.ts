import { own } from '@parley/validation';
import type { ChoosePath } from '../generate/path-arbitrary.js';
import { listPathParameters } from '../pool/resource-names.js';
import type { ValuePool } from '../pool/value-pool.js';

/** Fills the parameters of a path from its end, because a known value is stored with its parents. */
export function createPathChooser(pool: ValuePool): ChoosePath {
  return ({ path }, pick) => {
    const values: Record<string, unknown> = {};
    for (const { name, resources } of listPathParameters(path).reverse()) {
      if (Object.hasOwn(values, name)) continue;
      const entry = pool.pick(resources, pick);
      if (!entry) continue;
      values[name] = entry.value;
      for (const parameter of listPathParameters(path)) {
        const parent = own(entry.parents, parameter.name);
        if (parent !== undefined && !Object.hasOwn(values, parameter.name)) values[parameter.name] = parent;
      }
    }
    return values;
  };
}
