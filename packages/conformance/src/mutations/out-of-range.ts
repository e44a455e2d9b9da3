import { isObject } from '@parley/validation';
import { type Change, type Mutate, nameSite, replace } from './change.js';
import type { Site } from './list-sites.js';

export const outOfRange: Mutate = (site, { isText }) => {
  const { value } = site;
  if (typeof value === 'number') return numbers(site);
  if (typeof value === 'string') return lengths(site);
  if (isText) return [];
  if (Array.isArray(value)) return counts(site, value);
  return isObject(value) ? sizes(site, value) : [];
};

/** Larger values are not tried, because no server would read them in a reasonable time. */
const largest = 2_000_000;

function numbers(site: Site): Change[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, type } = site.schema;
  const isInteger = [type].flat().includes('integer');
  const name = nameSite(site.path);
  const step = typeof multipleOf === 'number' ? multipleOf : 1;
  const changes: [unknown, number, string][] = [
    [minimum, Number(minimum) - step, `${name} must be at least ${minimum}`],
    [maximum, Number(maximum) + step, `${name} must be at most ${maximum}`],
    [exclusiveMinimum, Number(exclusiveMinimum), `${name} must be more than ${exclusiveMinimum}`],
    [exclusiveMaximum, Number(exclusiveMaximum), `${name} must be less than ${exclusiveMaximum}`],
    [multipleOf, Number(site.value) + step / 2, `${name} must be a multiple of ${multipleOf}`],
    [isInteger ? true : undefined, Number(site.value) + 0.5, `${name} must be an integer`],
  ];
  return changes.flatMap(([bound, next, text]) =>
    bound === undefined || !Number.isFinite(next) ? [] : [replace(site, next, `${text} and is ${next}`)],
  );
}

function lengths(site: Site): Change[] {
  const { minLength, maxLength } = site.schema;
  const text = String(site.value);
  const letters = [...text];
  const name = nameSite(site.path);
  const changes: Change[] = [];
  if (typeof minLength === 'number' && minLength > 0) {
    const short = letters.slice(0, minLength - 1).join('');
    changes.push(
      replace(site, short, `${name} must have at least ${minLength} characters and has ${minLength - 1}`),
    );
  }
  if (typeof maxLength === 'number' && maxLength < largest) {
    // Repeating the same letter mostly still matches the pattern.
    const last = letters.at(-1) ?? 'a';
    const long = text + last.repeat(Math.max(0, maxLength + 1 - letters.length));
    changes.push(
      replace(site, long, `${name} must have at most ${maxLength} characters and has ${maxLength + 1}`),
    );
  }
  return changes;
}

function counts(site: Site, items: readonly unknown[]): Change[] {
  const { minItems, maxItems, uniqueItems } = site.schema;
  const name = nameSite(site.path);
  const changes: Change[] = [];
  if (typeof minItems === 'number' && minItems > 0) {
    changes.push(replace(site, items.slice(0, minItems - 1), `${name} must have at least ${minItems} items`));
  }
  const [first] = items;
  const size = JSON.stringify(first ?? null).length;
  if (typeof maxItems === 'number' && first !== undefined && maxItems * size < largest) {
    const many = [...items, ...Array(Math.max(0, maxItems + 1 - items.length)).fill(first)];
    changes.push(replace(site, many, `${name} must have at most ${maxItems} items and has ${many.length}`));
  }
  if (uniqueItems === true && first !== undefined) {
    changes.push(replace(site, [...items, first], `the items of ${name} must differ`));
  }
  return changes;
}

function sizes(site: Site, value: Record<string, unknown>): Change[] {
  const { minProperties, maxProperties } = site.schema;
  const name = nameSite(site.path);
  const entries = Object.entries(value);
  const changes: Change[] = [];
  if (typeof minProperties === 'number' && minProperties > 0) {
    const few = Object.fromEntries(entries.slice(0, minProperties - 1));
    changes.push(replace(site, few, `${name} must have at least ${minProperties} properties`));
  }
  const [first] = entries;
  if (typeof maxProperties === 'number' && first && maxProperties < 10_000) {
    const missing = Math.max(0, maxProperties + 1 - entries.length);
    const more = Array.from({ length: missing }, (_, index) => [`another_${index}`, first[1]]);
    const many = Object.fromEntries([...entries, ...more]);
    changes.push(replace(site, many, `${name} must have at most ${maxProperties} properties`));
  }
  return changes;
}
