import { parseArgs } from 'node:util';
import { StartError } from '../start/start-error.js';
import { type Seed, seeds } from './create-sandbox-token.js';

export interface SandboxOptions {
  /** Undefined for any free port. */
  readonly port: number | undefined;
  readonly seed: Seed;
}

/** Reads the arguments with which `@parley/sandbox` starts the program. */
export function readSandboxOptions(args: readonly string[]): SandboxOptions {
  const { values } = parseArgs({
    args: [...args],
    options: { port: { type: 'string' }, seed: { type: 'string', default: 'demo' } },
  });
  const seed = seeds.find((each) => each === values.seed);
  if (seed === undefined) throw new StartError(`The seed must be ${seeds.join(' or ')}, not ${values.seed}.`);
  return { port: readPort(values.port), seed };
}

function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new StartError(`The port must be between 0 and 65535, not ${text}.`);
  return port === 0 ? undefined : port;
}
