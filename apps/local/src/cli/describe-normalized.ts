import type { NormalizedAddresses } from '@parley/core/administration';

/** Returns lines for the operator, and none when there was nothing to do. */
export function describeNormalized(addresses: NormalizedAddresses | undefined): string[] {
  const { changed = 0, colliding = 0 } = addresses ?? {};
  return [
    ...(changed > 0 ? [`Normalized ${changed} stored addresses.`] : []),
    ...(colliding > 0
      ? [`Did not change ${colliding}, since another contact has the address: npm run contacts -- duplicates`]
      : []),
  ];
}
