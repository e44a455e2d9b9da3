import { Ajv2020, type Format, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { asObject, isObject, type JsonObject } from '../document/json.js';
import { compilePattern } from './keywords.js';
import { type SchemaError, toSchemaError } from './schema-error.js';

export interface Validator {
  accepts(value: unknown): boolean;
  /** Returns every error of a value; an empty list when the schema accepts it. */
  findErrors(value: unknown): SchemaError[];
}

export interface CompilerOptions {
  /** Formats that replace the standard ones of the same name. */
  readonly formats?: Readonly<Record<string, Format>>;
}

export interface Compiler {
  /** Compiles a schema on first use; throws when it is not JSON Schema 2020-12. */
  compile(schema: object): Validator;
  knowsFormat(name: string): boolean;
}

/** Creates a compiler. Ajv is configured only here in the packages. */
export function createCompiler({ formats = {} }: CompilerOptions = {}): Compiler {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    allErrors: true,
    logger: false,
    // Schemas are looked up by identity below; Ajv would use their whole text as a key.
    addUsedSchema: false,
    code: { regExp: toRegExp },
  });
  addFormats.default(ajv);
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format);

  const compiled = new WeakMap<object, Validator>();
  const compileShared = createSharedCompile(ajv);
  return {
    compile(schema) {
      const known = compiled.get(schema);
      if (known) return known;
      const validator = toValidator(compileShared(asObject(schema)));
      compiled.set(schema, validator);
      return validator;
    },
    knowsFormat: (name) => Object.hasOwn(ajv.formats, name),
  };
}

const toRegExp = Object.assign(
  (pattern: string) => {
    const expression = compilePattern(pattern);
    if (!expression) throw new Error(`${pattern} is not a regular expression of JavaScript`);
    return expression;
  },
  // Ajv needs the source only for code that it writes to a file, which does not happen here.
  { code: 'compilePattern' },
);

/** Schemas with the same `$defs` object share its compiled parts, which saves most of the time. */
function createSharedCompile(ajv: Ajv2020): (schema: JsonObject) => ValidateFunction {
  const roots = new WeakMap<JsonObject, { readonly id: string; readonly schemas: JsonObject }>();
  let count = 0;
  return ({ $defs, ...own }) => {
    if (!isObject($defs)) return ajv.compile(own);
    const root = roots.get($defs) ?? { id: `definitions-${count++}`, schemas: {} };
    if (!roots.has($defs)) {
      ajv.addSchema({ $id: root.id, $defs, schemas: root.schemas });
      roots.set($defs, root);
    }
    const name = `schema-${count++}`;
    root.schemas[name] = own;
    return ajv.compile({ $ref: `${root.id}#/schemas/${name}` });
  };
}

function toValidator(validate: ValidateFunction): Validator {
  const accepts = (value: unknown) => isTooDeep(() => validate(value)) || validate.errors == null;
  return {
    accepts,
    findErrors: (value) => (accepts(value) ? [] : (validate.errors ?? []).map(toSchemaError)),
  };
}

/** A schema that contains itself, or a value with thousands of levels, overflows the stack. */
function isTooDeep(validate: () => boolean): boolean {
  try {
    validate();
    return false;
  } catch (error) {
    if (error instanceof RangeError) return true;
    throw error;
  }
}
