/** Returns `contact` for `contactIds`, `contact_id`, `Contact-ID` and `contacts`. */
export function resourceOfName(name: string): string {
  const plain = toPlain(name);
  const bare = plain.replace(/(ids?|uuids?)$/, '');
  return singular(bare === '' ? plain : bare);
}

/** Whether a property or parameter contains identifiers, judged by its name. */
export function isIdentifier(name: string): boolean {
  return /^(id|uuid|ids|uuids)$/i.test(name) || /([a-z0-9](Id|Uuid|ID|UUID)s?|[_-](id|uuid)s?)$/.test(name);
}

/** Returns `apiwebhook` for `api_webhooks`. */
export function resourceOfSegment(segment: string): string {
  return singular(toPlain(segment));
}

function toPlain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function singular(word: string): string {
  if (/(ss|us|is)$/.test(word)) return word;
  if (/ies$/.test(word)) return word.replace(/ies$/, 'y');
  if (/(sses|xes|ches|shes)$/.test(word)) return word.slice(0, -2);
  return word.replace(/s$/, '');
}

export interface PathParameter {
  readonly name: string;
  /** The resources that its values may identify, the most likely first. */
  readonly resources: readonly string[];
}

/** `/api_webhooks/{webhookId}`: `webhookId` is the id of an `apiwebhook`, or of a `webhook`. */
export function listPathParameters(path: string): PathParameter[] {
  const segments = path.split('/');
  return segments.flatMap((segment, index) =>
    [...segment.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => {
      const before = segments[index - 1] ?? '';
      const owner = before === '' || before.includes('{') ? [] : [resourceOfSegment(before)];
      const own = [resourceOfName(name)];
      const resources = isIdentifier(name) ? [...owner, ...own] : [...own, ...owner];
      return { name, resources: [...new Set(resources)].filter((resource) => resource !== 'id') };
    }),
  );
}

/** Returns the resource that a path returns: its last fixed segment that is a known resource. */
export function resourceOfPath(path: string, resources: ReadonlySet<string>): string | undefined {
  return path
    .split('/')
    .filter((segment) => segment !== '' && !segment.includes('{'))
    .map(resourceOfSegment)
    .findLast((resource) => resources.has(resource));
}
