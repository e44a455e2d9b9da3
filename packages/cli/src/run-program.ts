import { CommandError } from './command-error.js';
import { commands } from './commands/index.js';
import { listSuggestions } from './completion/list-suggestions.js';
import type { Command, Surroundings } from './frame/command.js';
import { findCommand } from './frame/find-command.js';
import { renderHelp, renderOverview } from './frame/render-help.js';
import { renderError } from './output/render-error.js';
import { createStyle } from './output/style.js';

/** Runs the command that the words name. Returns the exit code; errors of the user and of the service are printed. */
export async function runProgram(words: readonly string[], surroundings: Surroundings): Promise<number> {
  const { env, streams } = surroundings;
  const { stdout, stderr } = streams;
  try {
    if (words[0] === '__complete') return printSuggestions(words.slice(1), stdout);
    const { command, rest } = findCommand(commands, words);
    if (command) return await command.start({ ...surroundings, words: rest });
    stdout.write(renderRequestedHelp(words));
    return 0;
  } catch (error) {
    const isJson = words.includes('--json');
    const rendered = renderError(error, { isJson, style: createStyle(stderr, env) });
    if (!rendered) throw error;
    stderr.write(rendered.text);
    return rendered.exitCode;
  }
}

/** `parley`, `parley --help`, `parley help` and `parley help events tail`. */
function renderRequestedHelp(words: readonly string[]): string {
  const [first = 'help', ...named] = words;
  if (!['help', '--help', '-h'].includes(first)) return refuse(words);
  const about = named.filter((word) => !word.startsWith('-'));
  if (about.length === 0) return renderOverview(commands);
  const { command } = findCommand(commands, about);
  if (command) return renderHelp(command);
  const group = membersOf(about[0] ?? '');
  return group.length > 0 ? renderOverview(group) : refuse(about);
}

function refuse([first = '']: readonly string[]): never {
  const group = membersOf(first);
  const problem = group.length > 0 ? `${first} needs one more word.` : `There is no command ${first}.`;
  throw new CommandError(`${problem}\n\n${renderOverview(group.length > 0 ? group : commands)}`);
}

function membersOf(group: string): Command[] {
  return commands.filter(({ name }) => name.startsWith(`${group} `));
}

function printSuggestions(words: readonly string[], stdout: NodeJS.WritableStream): number {
  for (const { word, summary = '' } of listSuggestions(commands, words))
    stdout.write(`${word}\t${summary}\n`);
  return 0;
}
