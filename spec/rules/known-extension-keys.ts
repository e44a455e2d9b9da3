import { extensionKeys } from './extension-keys.js';
import { isObject } from './read-json.js';
import type { Context, Rule } from './redocly-plugin.js';
import { suggestName } from './suggest-name.js';

/** The server reads its policy from these keys: a misspelt one would silently disable a check. */
export const knownExtensionKeys: Rule = () => ({
  any(node, context) {
    // Keys next to a `$ref` belong to the reference, not to its target.
    const written = isObject(context.rawNode) && '$ref' in context.rawNode ? context.rawNode : node;
    const location = written === node ? context.location : context.rawLocation;
    if (!isObject(written) || mapTypes.test(context.type.name)) return;
    for (const [key, value] of Object.entries(written)) {
      if (!key.startsWith('x-')) continue;
      const problem = findProblem(key, value, context);
      if (problem)
        context.report({ message: problem, location: location.child([key]).key(), suggest: suggest(key) });
    }
  },
  // The visitor above cannot distinguish a webhook from an operation; here it is known.
  WebhooksMap: {
    Operation(operation, context) {
      for (const key of Object.keys(operation)) {
        const known = extensionKeys.get(key);
        if (!known?.places.includes('Operation') || known.places.includes('Webhook')) continue;
        context.report({
          message: `\`${key}\` has no meaning on a webhook, which the service calls itself. Remove it.`,
          location: context.location.child([key]).key(),
        });
      }
    },
  },
});

/**
 * The keys of these maps are names that the author chose, such as the names of headers and properties, not keywords.
 */
const mapTypes = /(?<!^Webhooks)Map$|Properties$|^Named|^Example/;

function findProblem(key: string, value: unknown, context: Context): string | undefined {
  const known = extensionKeys.get(key);
  if (!known) {
    const nearest = suggestName(key, extensionKeys.keys());
    const hint = nearest ? `Did you mean \`${nearest}\`?` : 'See the list in spec/README.md.';
    return `\`${key}\` is not an extension key of this contract. ${hint}`;
  }
  if (!known.places.includes(context.type.name)) {
    return `\`${key}\` has no meaning here (${context.type.name}). It belongs on: ${known.places.join(', ')}.`;
  }
  return known.accepts(value) ? undefined : `\`${key}\` must be ${known.expected}.`;
}

function suggest(key: string): string[] {
  const nearest = suggestName(key, extensionKeys.keys());
  return nearest && nearest !== key ? [nearest] : [];
}
