/** Warns once of a deprecation or an end, however many responses announce it (RFC 9745 and RFC 8594). */
export function createDeprecationNotice(warn: (message: string) => void) {
  const warned = new Set<string>();
  return ({ headers }: Response, operation: string): void => {
    const message = [
      describe('was deprecated on', readSeconds(headers.get('deprecation'))),
      describe('ends on', Date.parse(headers.get('sunset') ?? '')),
    ]
      .filter(Boolean)
      .join(' and ');
    if (!message || warned.has(message)) return;
    warned.add(message);
    warn(`Parley: ${operation} ${message}.${readMore(headers.get('link') ?? '')}`);
  };
}

function describe(what: string, moment: number): string {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? '' : `${what} ${date.toISOString().slice(0, 10)}`;
}

/** Reads a time that consists of `@` and Unix seconds. */
function readSeconds(deprecation: string | null): number {
  return deprecation?.startsWith('@') ? Number(deprecation.slice(1)) * 1_000 : Number.NaN;
}

function readMore(link: string): string {
  const target = /<([^<>]*)>\s*;[^,<]*rel="?(?:deprecation|sunset)\b/.exec(link)?.[1];
  return target === undefined ? '' : ` See ${target}`;
}
