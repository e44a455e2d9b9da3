import { objectOf } from './read-json.js';
import type { Rule } from './redocly-plugin.js';

/** The server reads these keys from the document and has no defaults for them. */
export const documentDeclaresPolicy: Rule = () => ({
  Root(root, context) {
    if (!('x-body-limit' in root)) {
      context.report({
        message: 'The document has no body limit. Add `x-body-limit`, in bytes, beside `info`.',
        location: context.location.child(['info']).key(),
      });
    }
    const info = objectOf(root.info);
    for (const [key, other] of lifecycleKeys) {
      if (!(key in info) || other in info) continue;
      context.report({
        message: `\`${key}\` has no \`${other}\` beside it. A deprecated version needs both dates: when it was deprecated and when it ends.`,
        location: context.location.child(['info', key]).key(),
      });
    }
    if (Date.parse(String(info['x-sunset-at'])) <= Date.parse(String(info['x-deprecated-at']))) {
      context.report({
        message:
          '`x-sunset-at` is not after `x-deprecated-at`. A version is deprecated first, and ends later.',
        location: context.location.child(['info', 'x-sunset-at']),
      });
    }
  },
});

const lifecycleKeys = [
  ['x-deprecated-at', 'x-sunset-at'],
  ['x-sunset-at', 'x-deprecated-at'],
] as const;
