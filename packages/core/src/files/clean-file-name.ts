const maxLength = 255;

/** Control characters, halves of characters, and what makes the end of a name look like its middle. */
const misleading = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu;

/** The last part of a path, harmless as a name in any folder; `file` when nothing is left. */
export function cleanFileName(name = ''): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const clean = last.replaceAll(misleading, '').trim();
  return /^\.*$/.test(clean) ? 'file' : shorten(clean);
}

/** Keeps the ending, by which people and programs know what it is. */
function shorten(name: string): string {
  const characters = [...name];
  if (characters.length <= maxLength) return name;
  const ending = /\.[^.]{1,16}$/u.exec(name)?.[0] ?? '';
  return `${characters.slice(0, maxLength - [...ending].length).join('')}${ending}`;
}
