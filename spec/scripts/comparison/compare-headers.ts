import { objectOf } from '../../rules/read-json.js';
import { childPointer } from '../read-document.js';
import { compareContent } from './compare-content.js';
import { followPair } from './follow.js';
import { listSerializationChanges } from './list-serialization-changes.js';
import { compareSchemaPair, type Located, type Pair, pairAt, type Subject } from './located.js';

/** Compares the headers of a response. A header has the same name in any case. */
export function compareHeaders(subject: Subject, headers: Pair, response: string): Located[] {
  const was = objectOf(headers.before);
  const [before, after] = [lowerKeys(was), lowerKeys(objectOf(headers.after))];
  const names = new Map([headers.after, was].flatMap((map) => Object.keys(objectOf(map)).map(byLowerCase)));
  const lowered = { ...headers, before, after };
  return [...names].flatMap(([key, name]): Located[] => {
    const location = `${response} > header ${name}`;
    const source = childPointer(headers.beforePointer, name);
    const report: Report = (rule, severity, what) => [
      {
        rule,
        severity,
        sentence: `Response header \`${name}\` ${what}.`,
        location,
        source,
        user: subject.user,
      },
    ];
    if (!(key in after)) return report('response-header-removed', 'breaking', 'was removed');
    if (!(key in before)) return report('response-header-added', 'addition', 'was added');
    return compareHeader(subject, followPair(subject, pairAt(lowered, key)), { location, report });
  });
}

type Report = (rule: string, severity: Located['severity'], what: string) => Located[];

function compareHeader(
  subject: Subject,
  header: Pair,
  { location, report }: { readonly location: string; readonly report: Report },
): Located[] {
  const [was, is] = [objectOf(header.before), objectOf(header.after)];
  const [wasSent, isSent] = [was.required === true, is.required === true];
  const at = { direction: 'response', location } as const;
  return [
    ...(wasSent && !isSent
      ? report('response-header-became-optional', 'breaking', 'is no longer always sent')
      : []),
    ...(!wasSent && isSent ? report('response-header-always-sent', 'addition', 'is now always sent') : []),
    ...listSerializationChanges(was, is).flatMap((keyword) =>
      report(
        'response-header-serialization-changed',
        'breaking',
        `is written in another way (\`${keyword}\`)`,
      ),
    ),
    ...compareSchemaPair(subject, pairAt(header, 'schema'), at),
    ...compareContent(subject, pairAt(header, 'content'), at),
  ];
}

function byLowerCase(name: string): [string, string] {
  return [name.toLowerCase(), name];
}

function lowerKeys(map: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(map).map(([name, header]) => [name.toLowerCase(), header]));
}
