import { objectOf } from './read-json.js';
import type { Context, JsonObject, Rule } from './redocly-plugin.js';

/** A caller learns a body from its example; the reference docs and the tests use it too. Bytes need none. */
export const examplesPresent: Rule = () => ({
  RequestBody: { MediaType: requireExample('request body') },
  Response: { MediaType: requireExample('response') },
});

function requireExample(kind: string) {
  return (mediaType: JsonObject, context: Context): void => {
    const hasExample = 'example' in mediaType || Object.keys(objectOf(mediaType.examples)).length > 0;
    if (hasExample || context.key === 'application/octet-stream') return;
    context.report({ message: `This ${kind} has no example. Add \`examples\` beside its schema.` });
  };
}
