import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export interface RedoclyResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

const { resolve: resolveModule } = createRequire(import.meta.url);

/** Its version is part of what a result of Redocly depends on. */
export const redoclyManifest = resolveModule('@redocly/cli/package.json');

export const specFolder = fileURLToPath(new URL('..', import.meta.url));

/** Runs a command of the Redocly CLI with its configuration. */
export function runRedocly(
  args: readonly [keyof typeof configurations, ...string[]],
  folder = specFolder,
  node: readonly string[] = [],
): Promise<RedoclyResult> {
  const config = join(folder, configurations[args[0]]);
  const configured = [...args, '--lint-config=error', `--config=${config}`];
  return execRedocly(configured, { folder, node: [...shortRun, ...node], env: offline });
}

/** Lets Redocly load plugins that are TypeScript. Ours are not: the loader would also transform Redocly's own modules. */
export const typescriptPlugins = [
  `--import=${new URL('../../tools/typescript/register.js', import.meta.url)}`,
];

export interface RedoclyOptions {
  readonly folder: string;
  /** Options of Node. */
  readonly node?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the Redocly CLI without telemetry and notices. No other code starts it. */
export function execRedocly(
  args: readonly string[],
  { folder, node = [], env = {} }: RedoclyOptions,
): Promise<RedoclyResult> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [...node, redoclyCli, ...args],
      { cwd: folder, env: { ...process.env, ...quietEnvironment, ...env }, maxBuffer: 256 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error && typeof error.code !== 'number') return reject(error);
        resolve({ exitCode: Number(error?.code ?? 0), stdout, stderr: withoutNotices(stderr) });
      },
    );
  });
}

/** These commands send no request, and Node would read the additional certificates at each start, which can take longer than the rest. */
const offline = { NODE_EXTRA_CA_CERTS: '' };

/** These commands end before optimized code pays for its compilation: a comparison takes a quarter less without it. */
const shortRun = ['--no-opt', '--single-threaded-gc', '--max-semi-space-size=64'];

const redoclyCli = fileURLToPath(new URL('bin/cli.js', pathToFileURL(redoclyManifest)));

const configurations = {
  lint: 'redocly.yaml',
  bundle: 'redocly.bundle.yaml',
  diff: 'redocly.diff.yaml',
};

const quietEnvironment = {
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  REDOCLY_SUPPRESS_NOTIFICATIONS: 'true',
  NO_COLOR: '1',
};

/** Node 20: Redocly prints a notice about it, in a box, which cannot be disabled. */
function withoutNotices(stderr: string): string {
  return stderr
    .split('\n')
    .filter((line) => !/^\s*[╔║╚]/u.test(line))
    .join('\n')
    .trim();
}
