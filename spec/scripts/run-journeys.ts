import { join } from 'node:path';
import { execRedocly, type RedoclyResult, specFolder } from './redocly.js';

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

/** Runs the journeys of a partner with a live server; the exit code shows whether all of them succeeded. */
export function runJourneys({ files, servers, inputs }: JourneyOptions): Promise<RedoclyResult> {
  const addresses = Object.entries(servers).map(([name, url]) => `${name}=${url}`);
  return execRedocly(['respect', ...files], {
    folder: workflowsFolder,
    env: {
      REDOCLY_CLI_RESPECT_INPUT: JSON.stringify(inputs),
      REDOCLY_CLI_RESPECT_SERVER: addresses.join(','),
    },
  });
}

/** The journeys have their own configuration: Redocly reads the one of the folder in which it is started. */
export const workflowsFolder = join(specFolder, 'workflows');
