import type { LoadRequestChecks } from './http/contract/compiled-requests.js';

export const loadV3RequestChecks: LoadRequestChecks = async (extent) => {
  const { requests } =
    extent === 'all errors'
      ? await import('./generated/v3-requests.js')
      : await import('./generated/v3-large-requests.js');
  return requests;
};

export const loadV2RequestChecks: LoadRequestChecks = async (extent) => {
  const { requests } =
    extent === 'all errors'
      ? await import('./generated/v2-requests.js')
      : await import('./generated/v2-large-requests.js');
  return requests;
};
