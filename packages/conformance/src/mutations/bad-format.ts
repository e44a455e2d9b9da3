import { compilePattern, isOfFormat } from '@parley/validation';
import { type Mutate, nameSite, replace } from './change.js';

export const badFormat: Mutate = (site) => {
  const { format, pattern, minLength, maxLength } = site.schema;
  if (typeof site.value !== 'string') return [];
  const expression = typeof pattern === 'string' ? compilePattern(pattern) : undefined;
  const isWrong = (text: string) =>
    (typeof format === 'string' && isOfFormat(format, text) === false) ||
    (expression && !expression.test(text));
  const hasRoom = (text: string) =>
    text.length >= Number(minLength ?? 0) && text.length <= Number(maxLength ?? Infinity);
  const rule = typeof format === 'string' ? `of format ${format}` : `as ${pattern} has it`;
  return candidates(site.value)
    .filter((text) => isWrong(text) && hasRoom(text))
    .map((text) =>
      replace(site, text, `${nameSite(site.path)} must be ${rule} and is ${JSON.stringify(text)}`),
    );
};

/** Values that are almost valid come first, because they find more errors than nonsense does. */
function candidates(value: string): string[] {
  const nonsense = ['not of that form', '!', '2026-02-30T25:61:61Z', '12345', '%', ''];
  return [`${value} `, ` ${value}`, `${value}\n`, value.slice(0, -1), ...nonsense];
}
