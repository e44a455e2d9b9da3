/** What a change of sources asks for. */
export interface Changes {
  readonly contract: boolean;
  readonly service: boolean;
  readonly docs: boolean;
}

/** Paths are relative to the repository. */
export function classifyChanges(paths: readonly string[]): Changes {
  const contract = paths.some((path) => path.startsWith('spec/'));
  return {
    contract,
    service: contract || paths.some((path) => !isText(path) && !isOfDocs(path)),
    // The reference is drawn from the contract.
    docs: contract || paths.some(isOfDocs),
  };
}

function isOfDocs(path: string): boolean {
  return /^(?:apps\/docs|packages\/client\/examples)\//.test(path);
}

/** A README is read by nobody but people. */
function isText(path: string): boolean {
  return /\.(?:md|vue|css)$/.test(path);
}
