import { compileSchema, type JsonObject, type Validator } from '@parley/validation';

/**
 * Returns the validator of a converted schema. A schema that cannot be compiled accepts everything, with a warning, so
 * that the rest of the document is still tested.
 */
export function validatorOf(schema: JsonObject): Validator {
  if (uncompiled.has(schema)) return acceptsAll;
  try {
    return compileSchema(schema);
  } catch (error) {
    process.emitWarning(`A schema cannot be compiled, so it accepts everything: ${String(error)}`);
    uncompiled.add(schema);
    return acceptsAll;
  }
}

const uncompiled = new WeakSet<JsonObject>();

const acceptsAll: Validator = { accepts: () => true, findErrors: () => [] };
