import type { Lifetime } from '../contract/operation.js';
import { HttpError } from '../response/http-error.js';

export interface SunsetOptions {
  readonly version: string;
  readonly lifetime: Lifetime;
  readonly publicUrl: string;
  readonly now: () => Date;
}

/** Headers of a deprecated version, and its error after the sunset. */
export interface Sunset {
  readonly headers: Readonly<Record<string, string>>;
  check(): void;
}

export function createSunset({ version, lifetime, publicUrl, now }: SunsetOptions): Sunset {
  const { deprecatedAt, sunsetAt } = lifetime;
  const message = `API ${version} was sunset on ${formatDay(sunsetAt)}. Use v3`;
  return {
    headers: {
      // RFC 9745: a date of RFC 9651, seconds after "@".
      Deprecation: `@${Math.floor(deprecatedAt.getTime() / 1000)}`,
      // RFC 8594: an IMF-fixdate.
      Sunset: sunsetAt.toUTCString(),
      Link: formatLinks(publicUrl),
    },
    check() {
      if (now() > sunsetAt) throw new HttpError('version_sunset', { message });
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
