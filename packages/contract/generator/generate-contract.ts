import { generateDocuments } from './generate-documents.js';
import { hashRenderer, keepTypes } from './keep-types.js';
import { renderTypes } from './render-types.js';
import { replaceFile } from './replace-file.js';
import { hashContract, recordContract } from './stale-contract.js';

/**
 * Generates everything in `src/generated` from the bundled documents.
 *
 * @param home the folder of this package, since a compiled generator lies elsewhere
 * @param hash the hash of the contract before it was bundled. Default is the present one.
 */
export async function generateContract(home: URL, hash = hashContract(home)): Promise<void> {
  const { documents } = await generateDocuments(home);
  const kept = { folder: new URL('.turbo/', home), renderer: await hashRenderer(home) };
  for (const [version, document] of Object.entries(documents)) {
    const types = await keepTypes({ document, version }, kept, renderTypes);
    await replaceFile(new URL(`src/generated/${version}.ts`, home), types);
  }
  recordContract(home, hash);
}
