import { Ajv2020, type Format, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { asObject, isObject, type JsonObject } from '../document/json.js';
import { compilePattern } from './keywords.js';
import { type SchemaError, toSchemaError } from './schema-error.js';

export interface Validator {
  accepts(value: unknown): boolean;
  /** Every error of a value; none when the schema accepts it. */
  findErrors(value: unknown): SchemaError[];
}

export interface CompilerOptions {
  /** Formats that replace the standard ones of the same name. */
  readonly formats?: Readonly<Record<string, Format>>;
}

export interface Compiler {
  /** Compiles a schema on first use; throws when it is no JSON Schema 2020-12. */
  compile(schema: object): Validator;
  knowsFormat(name: string): boolean;
}

/** The only place where Ajv is set up. */
export function createCompiler({ formats = {} }: CompilerOptions = {}): Compiler {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    allErrors: true,
    logger: false,
    // Schemas are found by identity below; Ajv would keep them under their text, which is large.
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
  // Ajv asks for the source of the function, for code that it writes to a file; it writes none here.
  { code: 'compilePattern' },
);

/** Schemas that have one `$defs` object in common share what is compiled of it, which saves most of the time. */
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

/** A schema that is a part of itself, or a value of thousands of levels, is more than the stack can take. */
function isTooDeep(validate: () => boolean): boolean {
  try {
    validate();
    return false;
  } catch (error) {
    // Jest runs code in another realm, whose RangeError is another class.
    if (error instanceof Error && error.name === 'RangeError') return true;
    throw error;
  }
}
