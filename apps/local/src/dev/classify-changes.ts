/** The parts that must be rebuilt or reloaded after a change of sources. */
export interface Changes {
  readonly contract: boolean;
  readonly service: boolean;
  readonly docs: boolean;
}

/** Returns which parts of the system the changed files affect. Paths are relative to the repository. */
export function classifyChanges(paths: readonly string[]): Changes {
  const contract = paths.some((path) => path.startsWith('spec/'));
  return {
    contract,
    service: contract || paths.some((path) => !isText(path) && !isOfDocs(path)),
    // The reference is generated from the contract.
    docs: contract || paths.some(isOfDocs),
  };
}

function isOfDocs(path: string): boolean {
  return /^(?:apps\/docs|packages\/client\/examples)\//.test(path);
}

/** Outside the documentation, no build uses files of these types, such as a README. */
function isText(path: string): boolean {
  return /\.(?:md|vue|css)$/.test(path);
}
