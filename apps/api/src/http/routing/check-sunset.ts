import type { Lifetime } from '../contract/operation.js';
import type { RequestContext } from '../request/request-context.js';
import { HttpError } from '../response/http-error.js';
import type { ApiVersion } from './api-version.js';

export interface SunsetOptions {
  readonly versions: readonly ApiVersion[];
  readonly publicUrl: string;
  readonly v2SunsetAt?: Date | undefined;
  readonly now: () => Date;
}

export type CheckSunset = (requestContext: RequestContext) => void;

/**
 * Adds the deprecation headers to every response of a deprecated version. After the sunset, refuses its requests before
 * they are processed further.
 */
export function createSunsetCheck({ versions, v2SunsetAt, publicUrl, now }: SunsetOptions): CheckSunset {
  const sunsets = new Map<string, Sunset>();
  for (const { name, lifetime } of versions) {
    if (!lifetime) continue;
    const { deprecatedAt, sunsetAt } = lifetime;
    sunsets.set(name, createSunset(name, { deprecatedAt, sunsetAt: v2SunsetAt ?? sunsetAt }, publicUrl));
  }
  return ({ version, headers }) => {
    const sunset = version === undefined ? undefined : sunsets.get(version);
    if (!sunset) return;
    Object.assign(headers, sunset.headers);
    if (now() > sunset.sunsetAt) throw new HttpError('version_sunset', { message: sunset.message });
  };
}

interface Sunset {
  readonly sunsetAt: Date;
  readonly headers: Readonly<Record<string, string>>;
  readonly message: string;
}

function createSunset(version: string, { deprecatedAt, sunsetAt }: Lifetime, publicUrl: string): Sunset {
  return {
    sunsetAt,
    message: `API ${version} was sunset on ${formatDay(sunsetAt)}. Use v3`,
    headers: {
      // RFC 9745 requires a date of RFC 9651: "@" and the seconds since 1970.
      Deprecation: `@${Math.floor(deprecatedAt.getTime() / 1000)}`,
      // RFC 8594 requires an IMF-fixdate.
      Sunset: sunsetAt.toUTCString(),
      Link: formatLinks(publicUrl),
    },
  };
}

function formatLinks(publicUrl: string): string {
  const guide = `${publicUrl}/docs/guides/migrating-from-v2`;
  return [
    `<${publicUrl}/v3>; rel="successor-version"`,
    `<${guide}>; rel="deprecation"; type="text/html"`,
    `<${guide}>; rel="sunset"; type="text/html"`,
  ].join(', ');
}

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

function formatDay(date: Date): string {
  return day.format(date);
}
