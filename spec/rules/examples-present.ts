import { followReference } from './follow-reference.js';
import { objectOf } from './read-json.js';
import type { Context, JsonObject, Rule } from './redocly-plugin.js';

/** Examples show callers what a body looks like; the reference docs and the tests use them too. Bytes need none. */
export const examplesPresent: Rule = () => ({
  RequestBody: { MediaType: requireExample('request body') },
  Response: { MediaType: requireExample('response') },
});

function requireExample(kind: string) {
  return (mediaType: JsonObject, context: Context): void => {
    if ('example' in mediaType || context.key === 'application/octet-stream') return;
    const examples = Object.entries(objectOf(mediaType.examples));
    if (examples.length === 0)
      context.report({ message: `This ${kind} has no example. Add \`examples\` beside its schema.` });
    for (const [name, example] of examples) {
      const location = context.location.child(['examples', name]);
      const { node = {} } = followReference(example, location, context) ?? {};
      if ('value' in node && node.value !== undefined) continue;
      context.report({
        message: `The example \`${name}\` of this ${kind} has no \`value\`. Add it.`,
        location,
      });
    }
  };
}
