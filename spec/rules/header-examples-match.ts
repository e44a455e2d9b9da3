import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { followReference } from './follow-reference.js';
import { isObject, objectOf } from './read-json.js';
import type { JsonObject, Location, Rule } from './redocly-plugin.js';

/**
 * Redocly checks the examples of bodies, schemas and parameters against their schemas, but not the examples of headers.
 */
export const headerExamplesMatch: Rule = () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return {
    Header(header, context) {
      const schema = followReference(header.schema, context.location.child(['schema']), context);
      if (!schema) return;
      const validate = ajv.compile(schema.node);
      for (const { value, location } of readExamples(header, context.location)) {
        if (validate(value)) continue;
        context.report({
          message: `The example of this header does not match its schema: ${ajv.errorsText(validate.errors, { dataVar: 'it' })}.`,
          location,
        });
      }
    },
  };
};

function readExamples(header: JsonObject, at: Location): Array<{ value: unknown; location: Location }> {
  const single = 'example' in header ? [{ value: header.example, location: at.child(['example']) }] : [];
  const named = Object.entries(objectOf(header.examples)).flatMap(([name, example]) =>
    isObject(example) ? [{ value: example.value, location: at.child(['examples', name, 'value']) }] : [],
  );
  return [...single, ...named];
}
