import { createRequire } from 'node:module';
import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
import { LRUCache } from 'lru-cache';
import { compactPhoneNumber } from './compact-phone-number.js';

// The CommonJS build takes 60 ms of CPU to load; the ES modules take 110 ms.
const { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } = createRequire(
  import.meta.url,
)('libphonenumber-js/max') as typeof import('libphonenumber-js/max');

/**
 * Returns a phone number in E.164 form, or undefined when the text is not one. `country` is needed for national forms
 * only.
 *
 * The metadata is the `max` set, so the results equal the results of Google's libphonenumber, with which partners check
 * numbers on their side. The smaller sets accept truncated numbers such as `+491512`.
 */
export function parsePhoneNumber(text: string, country: string | null): string | undefined {
  const compact = compactPhoneNumber(text);
  if (compact === undefined) return undefined;
  const key = `${country} ${compact}`;
  const known = recent.get(key);
  if (known !== undefined) return known.number;
  const number = parseCompact(compact, country);
  recent.set(key, { number });
  return number;
}

/** The ingress reads the sender of every message twice. A frequent number is parsed once, which saves 10 to 40 µs. */
const recent = new LRUCache<string, { readonly number: string | undefined }>({ max: 5_000 });

function parseCompact(compact: string, country: string | null): string | undefined {
  if (compact.startsWith('+')) return parse(compact)?.number;
  return parseBareDigits(compact, country !== null && isSupportedCountry(country) ? country : undefined);
}

/**
 * Whether the text is the ISO 3166-1 alpha-2 code of a country that has phone numbers.
 *
 * @public Knip does not see the dynamic import in `administer-tenants.ts`.
 */
export function isPhoneCountry(text: string): boolean {
  return isSupportedCountry(text);
}

/**
 * Digits without a plus can have two meanings: `4792234567` is a number in Arkansas and one in Norway. The national
 * form of the workspace's country has precedence, then the international form. National digits without their trunk
 * prefix are tried last, and accepted only when they have no other meaning.
 */
function parseBareDigits(digits: string, country: CountryCode | undefined): string | undefined {
  const own = country && parse(digits, country);
  if (own && own.formatNational().replace(/\D/g, '') === digits) return own.number;
  const international = parse(`+${digits}`)?.number;
  if (country === undefined || international !== undefined) return international;
  // Otherwise a mistyped international number of the workspace's own country would become the number of somebody else.
  return digits.startsWith(getCountryCallingCode(country)) ? undefined : own?.number;
}

function parse(text: string, defaultCountry?: CountryCode): PhoneNumber | undefined {
  const number = parsePhoneNumberFromString(text, {
    extract: false,
    ...(defaultCountry !== undefined && { defaultCountry }),
  });
  return number?.isValid() ? number : undefined;
}
