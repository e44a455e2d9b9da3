import { nameOperation } from './name-operation.js';
import { objectOf } from './read-json.js';
import type { Location, Rule } from './redocly-plugin.js';

interface FilterField {
  readonly operation: string;
  readonly field: string;
  readonly kind: unknown;
  readonly location: Location;
}

/** Clients recognize by the name of a filter field whether its values are ids; the few exceptions are listed. */
export const filterIdsAreNamedIds: Rule = () => {
  const fields: FilterField[] = [];
  return {
    Paths: {
      Operation(operation, context) {
        const name = nameOperation(operation, context);
        for (const [field, kind] of Object.entries(objectOf(operation['x-filter-fields']))) {
          const location = context.location.child(['x-filter-fields', field]);
          fields.push({ operation: name, field, kind, location });
        }
      },
      leave(_paths, context) {
        const texts = fields.filter(({ kind }) => kind === 'text').map(({ field }) => field);
        for (const { operation, field, kind, location } of fields) {
          const problem = describeProblem(field, kind, texts);
          if (problem) context.report({ message: `${operation}: ${problem}`, location });
        }
      },
    },
  };
};

const namedAsId = /^(i|\w+I)d$/;

function describeProblem(field: string, kind: unknown, texts: readonly string[]): string | undefined {
  const isNamedAsId = namedAsId.test(field);
  if (kind === 'id' && !isNamedAsId)
    return `the filter field \`${field}\` is of kind \`id\`. Give it a name that ends in \`Id\`.`;
  if (kind === 'id' && texts.includes(field))
    return `the filter field \`${field}\` is of kind \`id\` here, but of kind \`text\` in another search. Give one of them another name.`;
  if (isNamedAsId && kind !== 'id' && kind !== 'text')
    return `the filter field \`${field}\` is named like an id, but is of kind \`${kind}\`. Give it another name.`;
  return undefined;
}
