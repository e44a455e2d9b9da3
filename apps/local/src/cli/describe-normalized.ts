import type { NormalizedAddresses } from '@parley/core/administration';

/** Returns lines for the operator, and none when there was nothing to do. */
export function describeNormalized(addresses: NormalizedAddresses | undefined): string[] {
  const { changed = 0, colliding = 0 } = addresses ?? {};
  return [
    ...(changed > 0 ? [`Brought ${changed} stored addresses into their normal form.`] : []),
    ...(colliding > 0
      ? [
          `Left ${colliding} as they are, since another contact has the address: npm run contacts -- duplicates`,
        ]
      : []),
  ];
}
