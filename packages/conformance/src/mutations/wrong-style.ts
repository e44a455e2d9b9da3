import { own } from '@parley/validation';
import type { Parameter } from '../document/operation.js';
import type { RequestCase } from '../request/request-case.js';
import { asText, delimiterOf } from '../request/serialize-parameter.js';
import { validatorOf } from '../schema/validator-of.js';
import type { Attempt, ListAttempts, Mutated } from './attempt.js';

/** Query parameters in a style other than the declared one: other separators, a repeated name, or brackets. */
export const wrongStyle: ListAttempts = ({ parameters }, valid) =>
  parameters
    .filter(({ in: place, style, mediaType }) => {
      return place === 'query' && style !== 'deepObject' && mediaType === undefined;
    })
    .flatMap((parameter) => {
      const value = own(valid.parameters.query, parameter.name);
      if (Array.isArray(value)) return listWays(parameter, value, valid);
      return value === undefined || typeof value === 'object' ? [] : scalarWays(parameter, value, valid);
    });

const separators = [',', '|', ' ', ';'];

/** A list with the wrong separator is one item, which is usually invalid. */
function listWays(parameter: Parameter, items: readonly unknown[], valid: RequestCase): Attempt[] {
  if (items.length < 2) return [];
  const { explode, schema } = parameter;
  const wrong = separators.filter((separator) => explode || separator !== delimiterOf(parameter));
  const joined = wrong.map((separator) => {
    const item = items.map(asText).join(separator);
    const must = validatorOf(schema).accepts([item]) ? 'respond' : 'reject';
    return createAttempt(parameter, `joined by «${separator}»`, {
      must,
      case: replace(valid, parameter, [item]),
    });
  });
  return explode ? joined : [...joined, repeat(parameter, items, valid)];
}

function scalarWays(parameter: Parameter, value: unknown, valid: RequestCase): Attempt[] {
  const bracketed = createAttempt(parameter, 'with brackets after its name', {
    must: 'respond',
    case: replace(valid, parameter, undefined),
    addedQuery: [[`${parameter.name}[a]`, asText(value)]],
  });
  return [repeat(parameter, [value, value], valid), bracketed];
}

/** Documents do not define the meaning of a name that is repeated by mistake; parsers turn it into a list. */
function repeat(parameter: Parameter, items: readonly unknown[], valid: RequestCase): Attempt {
  return createAttempt(parameter, 'with its name several times', {
    must: 'respond',
    case: replace(valid, parameter, undefined),
    addedQuery: items.map((item) => [parameter.name, asText(item)]),
  });
}

function createAttempt(
  { name, style, explode }: Parameter,
  way: string,
  mutated: Pick<Mutated, 'must' | 'case' | 'addedQuery'>,
): Attempt {
  const declared = `style: ${style}, explode: ${explode}`;
  const description = `query parameter ${name} is declared with ${declared} and written ${way}`;
  const field = { in: 'query', path: [name], least: 1 } as const;
  return {
    name: `query ${name} ${way}`,
    place: `query ${name}`,
    mutate: () => ({ ...mutated, field, description }),
  };
}

/** A value that is `undefined` is not written. */
function replace(valid: RequestCase, { name }: Parameter, value: unknown): RequestCase {
  const query = { ...valid.parameters.query, [name]: value };
  return { ...valid, parameters: { ...valid.parameters, query } };
}
