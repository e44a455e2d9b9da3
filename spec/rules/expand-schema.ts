import { followReference } from './follow-reference.js';
import { listOf } from './read-json.js';
import type { Context, Placed } from './redocly-plugin.js';

/** Returns the schema and all branches of its combinators, which describe the same value. */
export function expandSchema(schema: Placed, context: Context): Placed[] {
  const branches = ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) => readBranches(schema, keyword, context));
  return [schema, ...branches.flatMap((branch) => expandSchema(branch, context))];
}

export function readBranches({ node, location }: Placed, keyword: string, context: Context): Placed[] {
  return listOf(node[keyword]).flatMap((branch, index) => {
    const followed = followReference(branch, location.child([keyword, index]), context);
    return followed ? [followed] : [];
  });
}
