import { type Mutate, nameSite, replace } from './change.js';

/** U+0000 is valid in JSON, but breaks databases and C libraries. */
export const nulCharacter: Mutate = (site) => mutateText(site, '\0', 'a NUL character');

/** A lone surrogate can be written in JSON, but not in UTF-8. */
export const loneSurrogate: Mutate = (site, { isText }) =>
  isText ? [] : mutateText(site, '\ud800', 'half of a surrogate pair');

function mutateText(site: Parameters<Mutate>[0], hostile: string, what: string) {
  const { value } = site;
  if (typeof value !== 'string') return [];
  const middle = Math.floor(value.length / 2);
  const texts = [value.slice(0, middle) + hostile + value.slice(middle), hostile];
  return texts.map((text) => replace(site, text, `${nameSite(site.path)} has ${what} in it`));
}
