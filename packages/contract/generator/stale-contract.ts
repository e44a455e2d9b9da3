import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Returns what to do if the contract has changed since `src/generated` was made from it; without this line, dozens of tests would
 * fail for one reason. Reading all files of the contract takes 50 ms.
 *
 * @param home the folder of this package
 */
export function findStaleContract(home: URL): string | undefined {
  const file = new URL(kept, home);
  if (!existsSync(file)) return 'The contract has not been generated. Run: npm run build';
  if (readFileSync(file, 'utf8') === hashContract(home)) return undefined;
  return 'The contract has changed since it was generated. Run: npm run types';
}

/** Records which contract `src/generated` was made from. */
export function recordContract(home: URL, hash: string): void {
  writeFileSync(new URL(kept, home), hash);
}

/** Turbo keeps it together with what was generated. */
const kept = 'src/generated/contract-hash.txt';

/**
 * Hashes the files of the contract, which are also inputs of the tasks of turbo that bundle it. Hash before you read the contract: a file
 * that is edited afterwards then counts as changed.
 */
export function hashContract(home: URL): string {
  const hash = createHash('sha256');
  for (const folder of ['v3', 'v2', 'shared', 'decorators']) {
    const place = new URL(`../../spec/${folder}/`, home);
    const names = readdirSync(place, { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((one) => /\.(?:yaml|ts)$/.test(one)).sort())
      hash.update(`${folder}/${name}\0`).update(readFileSync(new URL(encodeURI(name), place)));
  }
  return hash.digest('hex');
}
