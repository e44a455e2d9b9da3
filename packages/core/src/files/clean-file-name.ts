const maxLength = 255;

/** Control characters, unpaired surrogates, and characters that reverse the direction of text. */
const misleading = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu;

/** Returns the last part of a path as a safe file name; `file` when nothing is left. */
export function cleanFileName(name = ''): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const clean = last.replaceAll(misleading, '').trim();
  return /^\.*$/.test(clean) ? 'file' : shorten(clean);
}

/** Keeps the extension. */
function shorten(name: string): string {
  const characters = [...name];
  if (characters.length <= maxLength) return name;
  const ending = /\.[^.]{1,16}$/u.exec(name)?.[0] ?? '';
  return `${characters.slice(0, maxLength - [...ending].length).join('')}${ending}`;
}
