import { ContractError } from './contract-error.js';

export const versions = ['v3', 'v2'] as const;

export type Version = (typeof versions)[number];

/** Returns the versions that a command was given; all versions if it was given none. */
export function readVersions(args: readonly string[]): readonly Version[] {
  const unknown = args.find((arg) => !isVersion(arg));
  if (unknown !== undefined)
    throw new ContractError(`No API version "${unknown}": the versions are ${versions.join(', ')}.`);
  return args.length > 0 ? args.filter(isVersion) : versions;
}

function isVersion(value: string): value is Version {
  return versions.some((version) => version === value);
}
