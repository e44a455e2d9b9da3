import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { copyContext } from './copy-context.js';
import { type Instruction, readDockerfile, type Stage } from './read-dockerfile.js';

export interface TreeOptions {
  readonly root: string;
  /** A folder for everything that is created. Its previous content is removed. */
  readonly target: string;
  /**
   * Whether the build stage begins with a copy of the sources, as in Docker. Otherwise it uses the sources in place,
   * including what is already built.
   */
  readonly isFresh: boolean;
}

/** The file tree and the settings with which a container of the image would start. */
export interface Image {
  /** The root of the file system of the container. */
  readonly folder: string;
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  /** The owners of the paths that do not belong to root. A script cannot always change owners, so the tree does not have them. */
  readonly owners: ReadonlyMap<string, string>;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
}

/** Builds the file tree of the image without Docker, by the instructions of the Dockerfile. */
export async function buildTree(options: TreeOptions): Promise<Image> {
  const { root, target } = options;
  await rm(target, { recursive: true, force: true });
  const stages = readDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'));
  const build = stages.find(({ name }) => name === 'build');
  const final = stages.at(-1);
  if (stages.length !== 2 || !build || !final)
    throw new Error('The Dockerfile must have a stage build and a last one.');
  const built = await runBuildStage(build, options);
  return assemble(final, { built, folder: join(target, 'image') });
}

/** Runs the instructions of the build stage, and returns the root of its file system. */
async function runBuildStage(stage: Stage, { root, target, isFresh }: TreeOptions): Promise<string> {
  const system = join(target, 'build');
  const workdir = wordsOf(stage, 'WORKDIR').join('');
  const source = isFresh ? join(system, workdir) : root;
  for (const { keyword, words } of stage.instructions) {
    if (keyword === 'COPY') {
      if (words.join(' ') !== '. .')
        throw new Error(`The build stage copies ${words.join(' ')}, not the sources.`);
      if (isFresh) await copyContext(root, source);
    } else if (keyword === 'RUN') {
      await mkdir(system, { recursive: true });
      runStep(words.join(' '), { source, system, root, isFresh });
    }
  }
  return system;
}

interface Step {
  readonly source: string;
  readonly system: string;
  readonly root: string;
  readonly isFresh: boolean;
}

function runStep(command: string, { source, system, root, isFresh }: Step): void {
  // The packages are those of the lock file that are installed already, so nothing is downloaded.
  if (command.startsWith('npm ci ')) {
    if (isFresh) linkPackages(root, source);
    return;
  }
  if (command.startsWith('npx turbo run ') && !isFresh) return;
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DO_NOT_TRACK: '1',
    TURBO_TELEMETRY_DISABLED: '1',
  };
  const local = command.replaceAll(/(?<= )\/(?=\w)/g, `${system}/`);
  execFileSync('/bin/sh', ['-c', local], { cwd: source, env, stdio: ['ignore', 'inherit', 'inherit'] });
}

function linkPackages(root: string, source: string): void {
  const found = execFileSync('find', ['.', '-name', 'node_modules', '-prune'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const folder of found.trim().split('\n')) {
    execFileSync('cp', ['-al', join(root, folder), join(source, dirname(folder), 'node_modules')]);
  }
}

async function assemble(stage: Stage, { built, folder }: { built: string; folder: string }): Promise<Image> {
  const workdir = wordsOf(stage, 'WORKDIR').join('');
  const owners = new Map<string, string>();
  for (const { keyword, words, flags } of stage.instructions) {
    if (keyword === 'RUN')
      throw new Error('The last stage must not run commands, which need the base image.');
    if (keyword !== 'COPY') continue;
    const [from = '', to = ''] = words;
    if (flags.get('from') !== 'build') throw new Error('The last stage must copy from the build stage only.');
    // The links of the tree must stay relative.
    const options = { recursive: true, verbatimSymlinks: true };
    const path = posix.resolve(workdir, to);
    await cp(join(built, from), join(folder, path), options);
    const owner = flags.get('chown');
    if (owner !== undefined) owners.set(path, owner);
  }
  const variables = stage.instructions.filter(({ keyword }) => keyword === 'ENV').map(({ words }) => words);
  return {
    folder,
    workdir,
    env: Object.fromEntries(variables.map(([name = '', value = '']) => [name, value])),
    user: wordsOf(stage, 'USER').join(''),
    owners,
    entrypoint: wordsOf(stage, 'ENTRYPOINT'),
    command: wordsOf(stage, 'CMD'),
    healthcheck: wordsOf(stage, 'HEALTHCHECK'),
  };
}

function wordsOf({ instructions }: Stage, keyword: string): Instruction['words'] {
  const found = instructions.findLast((instruction) => instruction.keyword === keyword);
  if (found === undefined) throw new Error(`The Dockerfile has no ${keyword}.`);
  return found.words;
}
