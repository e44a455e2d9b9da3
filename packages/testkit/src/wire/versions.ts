export type ApiVersion = 'v2' | 'v3';

export const apiVersions: readonly ApiVersion[] = ['v3', 'v2'];
