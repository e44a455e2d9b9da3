/**
 * Reads the boundaries that a field `Content-Type` declares, given its value in Latin-1. Returns 'unclear' for a field that
 * the parser may read differently: one with a comment, an escape, a continuation or an encoding (RFC 2231), a quote
 * within a value, or a character outside of ASCII.
 */
export function readBoundaries(value: string): readonly string[] | 'unclear' {
  const [type = '', ...parameters] = value.split(';');
  // Most fields with such characters name a file.
  if (plainType.test(type.trim()) && !multipart.test(type.trim())) return [];
  if (unclear.test(value) || type.includes('"')) return 'unclear';
  const boundaries: string[] = [];
  for (const parameter of parameters) {
    const [, name, quoted, plain] = plainParameter.exec(parameter.replaceAll(/\s+/g, ' ').trim()) ?? [];
    if (name === undefined && parameter.includes('"')) return 'unclear';
    if (name?.toLowerCase() === 'boundary') boundaries.push((quoted ?? plain ?? '').trim());
  }
  return boundaries.filter((boundary) => boundary !== '');
}

const plainType = /^[\w.+-]+\/[\w.+-]+$/;
const multipart = /^multipart\//i;
const unclear = /[()\\*\x80-\xff]/;
const plainParameter = /^([^"= ]+) ?= ?(?:"([^"]*)"|([^"]*))$/;
