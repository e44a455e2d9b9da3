import {
  type Command,
  type Description,
  globalOptions,
  type OptionSpecs,
  type Suggestion,
} from '../frame/command.js';
import { findCommand } from '../frame/find-command.js';

/** Lists the words that can stand in place of the last one, which may be empty or unfinished. */
export function listSuggestions(commands: readonly Command[], words: readonly string[]): Suggestion[] {
  const typed = words.slice(0, -1);
  const unfinished = words.at(-1) ?? '';
  const { command, rest } = findCommand(commands, typed);
  const all = [...nextWords(commands, typed), ...(command ? wordsOf(command, rest, unfinished) : [])];
  return all.filter(({ word }) => word.startsWith(unfinished));
}

/** The names of commands, one word at a time: a group is named once. */
function nextWords(commands: readonly Command[], typed: readonly string[]): Suggestion[] {
  const found = new Map<string, Suggestion>();
  const names = [...commands, { name: 'help', summary: 'Explains a command.' }];
  for (const { name, summary } of names) {
    const parts = name.split(' ');
    const word = parts[typed.length];
    if (word === undefined || typed.some((each, index) => each !== parts[index])) continue;
    if (!found.has(word)) found.set(word, parts.length === typed.length + 1 ? { word, summary } : { word });
  }
  return [...found.values()];
}

function wordsOf(command: Description, rest: readonly string[], unfinished: string): readonly Suggestion[] {
  const all: OptionSpecs = { ...command.options, ...globalOptions };
  const options = Object.entries(all);
  const previous = rest.at(-1) ?? '';
  const valued = options.find(
    ([name, { type, short }]) => type === 'string' && [`--${name}`, `-${short}`].includes(previous),
  )?.[1];
  if (valued) return (valued.choices ?? []).map((word) => ({ word }));
  if (unfinished.startsWith('-'))
    return options.map(([name, { summary }]) => ({ word: `--${name}`, summary }));
  return command.complete?.([...rest.filter((word) => !word.startsWith('-')), unfinished]) ?? [];
}
