import { followReference } from './follow-reference.js';
import type { Rule } from './redocly-plugin.js';

const narrowingKeywords = ['format', 'pattern', 'enum', 'const', 'minLength', 'maxLength'];

/** A path id that is malformed is simply not found (404), so the contract must not refuse it (400). */
export const pathParameterIsString: Rule = () => ({
  Parameter(parameter, context) {
    if (parameter.in !== 'path') return;
    const schema = followReference(parameter.schema, context.location.child(['schema']), context);
    if (schema?.node.type !== 'string') {
      context.report({
        message: `Path parameter \`${parameter.name}\` is not a string. Write \`schema: { type: string }\`.`,
        location: context.location.child(['schema']),
      });
      return;
    }
    for (const keyword of narrowingKeywords.filter((keyword) => keyword in schema.node)) {
      context.report({
        message: `Path parameter \`${parameter.name}\` is narrowed by \`${keyword}\`. Remove it: a malformed id is not found, never a 400.`,
        location: schema.location.child([keyword]).key(),
      });
    }
  },
});
