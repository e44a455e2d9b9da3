export type BodyForm = 'json' | 'form' | 'multipart' | 'text' | 'bytes';

/** Returns how a body of a media type is encoded; `undefined` for types that are not supported, such as XML. */
export function formOf(type: string): BodyForm | undefined {
  const bare = bareType(type);
  if (/^(\*\/\*|application\/\*|text\/json|application\/(.+\+)?json)$/.test(bare)) return 'json';
  if (bare === 'application/x-www-form-urlencoded') return 'form';
  if (bare === 'multipart/form-data') return 'multipart';
  if (/^text\/(plain|\*|csv|markdown|html)$/.test(bare)) return 'text';
  if (/^(image|audio|video)\//.test(bare) || /^application\/(octet-stream|pdf|zip|gzip)$/.test(bare))
    return 'bytes';
  return undefined;
}

/**
 * Returns the media type without parameters, in lower case: `application/json` for `Application/JSON; charset=utf-8`.
 */
export function bareType(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}

/** Whether a type is the declared one or in its range, as `image/png` is in `image/*`. */
export function isWithin(type: string, declared: string): boolean {
  const [main, sub] = bareType(type).split('/');
  const [declaredMain, declaredSub] = bareType(declared).split('/');
  return (declaredMain === '*' || declaredMain === main) && (declaredSub === '*' || declaredSub === sub);
}

/** Returns a type to send for a declared one, which may be a range. */
export function concreteType(declared: string): string {
  const examples: Record<string, string> = {
    '*': 'application/json',
    application: 'application/json',
    text: 'text/plain',
    image: 'image/png',
  };
  const [main = '', sub] = bareType(declared).split('/');
  return sub === '*' ? (examples[main] ?? `${main}/octet-stream`) : declared;
}
