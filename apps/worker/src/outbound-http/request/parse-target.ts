import { RequestError } from '../outcome/request-outcome.js';

export interface Target {
  readonly origin: string;
  readonly path: string;
  readonly authorization: string | undefined;
}

/** The targets of the latest URLs: most requests go to a URL that had one before. */
const known = new Map<string, Target>();
const maxKnown = 1_000;

export function parseTarget(text: string): Target {
  const target = known.get(text) ?? parse(text);
  if (known.size >= maxKnown) known.clear();
  known.set(text, target);
  return target;
}

/** Parses the URL of a target. The URL parser normalizes every spelling of a host, such as decimal or octal IPv4. */
function parse(text: string): Target {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new RequestError('invalid_url', 'The URL of the webhook is not a valid http or https URL.');
  }
  return { origin: url.origin, path: url.pathname + url.search, authorization: basicAuthorization(url) };
}

function basicAuthorization({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const credentials = `${decodePart(username)}:${decodePart(password)}`;
  return `Basic ${Buffer.from(credentials).toString('base64')}`;
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The URL parser leaves a lone "%" unchanged, so it stands for itself.
    return text;
  }
}
