/** The parts that must be rebuilt or reloaded after a change of sources. */
export interface Changes {
  readonly contract: boolean;
  /** Whether sources of the service other than the contract have changed. */
  readonly service: boolean;
  readonly docs: boolean;
}

/** Returns which parts of the system the changed files affect. Paths are relative to the repository. */
export function classifyChanges(paths: readonly string[]): Changes {
  const contract = paths.some(isOfContract);
  return {
    contract,
    service: paths.some((path) => !isOfContract(path) && !isText(path) && !isOfDocs(path)),
    // The reference is generated from the contract.
    docs: contract || paths.some(isOfDocs),
  };
}

/** Returns the parts that either of two changes affects. */
export function mergeChanges(first: Changes, second: Changes): Changes {
  return {
    contract: first.contract || second.contract,
    service: first.service || second.service,
    docs: first.docs || second.docs,
  };
}

export const noChanges: Changes = { contract: false, service: false, docs: false };

function isOfContract(path: string): boolean {
  return path.startsWith('spec/');
}

function isOfDocs(path: string): boolean {
  return /^(?:apps\/docs|packages\/client\/examples)\//.test(path);
}

/** Outside the documentation, no build uses files of these types, such as a README. */
function isText(path: string): boolean {
  return /\.(?:md|vue|css)$/.test(path);
}
