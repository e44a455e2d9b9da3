/** Renders the module with the release of the package: major and minor version, which say what a client can do. */
export function renderRelease(version: string): string {
  const release = /^\d+\.\d+/.exec(version)?.[0];
  if (release === undefined) throw new Error(`${version} is not a version of a package.`);
  return `// Generated from package.json by generate.ts; do not edit.

export const release = ${JSON.stringify(release)};
`;
}
