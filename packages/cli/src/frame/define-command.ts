import { parseArgs } from 'node:util';
import { CommandError } from '../command-error.js';
import { createOutput } from '../output/output.js';
import { type Command, type CommandSpec, globalOptions, type OptionSpecs, type Values } from './command.js';
import { renderHelp } from './render-help.js';

/** Adds what all commands share: parsing, `--help`, and where to print. */
export function defineCommand<const Options extends OptionSpecs>({
  run,
  ...description
}: CommandSpec<Options>): Command {
  return {
    ...description,
    async start({ words, ...surroundings }) {
      const { env, streams } = surroundings;
      const { values, positionals } = parse(description, words);
      if (values.help) {
        streams.stdout.write(renderHelp(description));
        return 0;
      }
      if (positionals.length > 0 && description.usage === undefined)
        throw explain(description.name, `Unexpected argument '${positionals[0]}'.`);
      const output = createOutput({
        stdout: streams.stdout,
        stderr: streams.stderr,
        env,
        isJson: values.json === true,
      });
      return run({ ...surroundings, values, words: positionals, url: values.url, output });
    },
  };
}

function parse<Options extends OptionSpecs>(
  { name, options }: Pick<CommandSpec<Options>, 'name' | 'options'>,
  words: readonly string[],
): { readonly values: AllValues<Options>; readonly positionals: readonly string[] } {
  const all: OptionSpecs = { ...options, ...globalOptions };
  try {
    const { values, positionals } = parseArgs({ args: [...words], options: all, allowPositionals: true });
    // `parseArgs` has checked the values against the same options that the type describes.
    return { values: values as AllValues<Options>, positionals };
  } catch (error) {
    throw explain(name, error instanceof Error ? error.message : String(error));
  }
}

/** A wrong call of a command, with the place where the right one is explained. */
export function explain(name: string, problem: string): CommandError {
  return new CommandError(`${problem}\nSee npx parley ${name} --help.`);
}

type AllValues<Options extends OptionSpecs> = Values<Options> & Values<typeof globalOptions>;
