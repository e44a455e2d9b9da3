import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { pickOperations } from './pick-operations.js';
import { readDocument } from './read-document.js';
import { execRedocly, type RedoclyResult, specFolder } from './redocly.js';
import { versions } from './versions.js';

export interface JourneyOptions {
  /** Arazzo files of `spec/workflows`. */
  readonly files: readonly string[];
  /** The URL of each document's server, by the name of the document in the journeys. */
  readonly servers: Readonly<Record<string, string>>;
  /**
   * Inputs of every journey. They contain a token, so they are passed in the environment, which other users cannot see.
   */
  readonly inputs: Readonly<Record<string, string>>;
}

/** The journeys have their own configuration: Redocly reads the one of the folder in which it is started. */
export const workflowsFolder = join(specFolder, 'workflows');

/** Runs the journeys of a partner with a live server; the exit code shows whether all of them succeeded. */
export async function runJourneys({ files, servers, inputs }: JourneyOptions): Promise<RedoclyResult> {
  const addresses = Object.entries(servers).map(([name, url]) => `${name}=${url}`);
  const folder = await mkdtemp(join(tmpdir(), 'parley-journeys-'));
  try {
    const copies = await Promise.all(files.map((file) => copyJourney(file, join(folder, file))));
    return await execRedocly(['respect', ...copies], {
      folder: workflowsFolder,
      env: {
        REDOCLY_CLI_RESPECT_INPUT: JSON.stringify(inputs),
        REDOCLY_CLI_RESPECT_SERVER: addresses.join(','),
      },
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Copies a journey beside documents that contain only the operations of the journey. Redocly copies all operations for
 * every expression that it evaluates: with the complete documents, that was most of the work.
 */
async function copyJourney(file: string, folder: string): Promise<string> {
  await cp(workflowsFolder, join(folder, 'workflows'), { recursive: true });
  await mkdir(join(folder, 'dist'));
  const operationIds = listOperationIds(parse(await readFile(join(workflowsFolder, file), 'utf8')));
  for (const version of versions) {
    const document = await readDocument(join(specFolder, `dist/${version}.json`));
    const picked = pickOperations(document, operationIds);
    await writeFile(join(folder, `dist/${version}.json`), JSON.stringify(picked));
  }
  return join(folder, 'workflows', file);
}

interface Journey {
  readonly workflows: ReadonlyArray<{ readonly steps: ReadonlyArray<{ readonly operationId: string }> }>;
}

function listOperationIds({ workflows }: Journey): Set<string> {
  return new Set(workflows.flatMap(({ steps }) => steps.map(({ operationId }) => operationId)));
}
