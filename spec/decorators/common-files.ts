/** The files that decorators refer to, relative to the folder of the version; path files do not refer to them. */

export const responseHeaders = {
  always: {
    'X-Request-Id': '../shared/headers/X-Request-Id.yaml',
    'X-RateLimit-Limit': '../shared/headers/X-RateLimit-Limit.yaml',
    'X-RateLimit-Remaining': '../shared/headers/X-RateLimit-Remaining.yaml',
    'X-RateLimit-Reset': '../shared/headers/X-RateLimit-Reset.yaml',
  },
  ofIdempotent: { 'Idempotent-Replayed': '../shared/headers/Idempotent-Replayed.yaml' },
  ofDeprecated: {
    Deprecation: 'components/headers/Deprecation.yaml',
    Sunset: 'components/headers/Sunset.yaml',
    Link: 'components/headers/Link.yaml',
  },
} as const;

export const policyErrors = {
  always: {
    '400': 'components/responses/InvalidBodyParams.yaml',
    '401': 'components/responses/Unauthorized.yaml',
    '402': 'components/responses/InsufficientBillingPlan.yaml',
    '403': 'components/responses/Forbidden.yaml',
    '404': 'components/responses/ContactNotFound.yaml',
    '429': 'components/responses/TooManyRequests.yaml',
    '500': 'components/responses/InternalError.yaml',
    '503': 'components/responses/ServiceUnavailable.yaml',
  },
  ofIdempotent: {
    '409': 'components/responses/IdempotencyInProgress.yaml',
    '422': 'components/responses/IdempotencyKeyReused.yaml',
  },
  ofJobs: { '429': 'components/responses/TooManyJobs.yaml' },
  ofSearch: {
    '422': 'components/responses/SearchTooExpensive.yaml',
    '429': 'components/responses/TooManySearches.yaml',
  },
  ofSunset: { '410': 'components/responses/VersionSunset.yaml' },
  withBody: {
    '413': 'components/responses/PayloadTooLarge.yaml',
    '415': 'components/responses/UnsupportedMediaType.yaml',
  },
} as const;

export const searchSchemas = {
  pagination: 'components/schemas/Pagination.yaml',
  query: 'components/schemas/SearchEcho.yaml',
} as const;

export const idempotencyKey = '../shared/parameters/IdempotencyKey.yaml';

/** The paths of all these files. */
export const commonFiles: readonly string[] = [
  ...[responseHeaders, policyErrors]
    .flatMap((groups) => Object.values(groups))
    .flatMap(Object.values<string>),
  ...Object.values(searchSchemas),
  idempotencyKey,
];
