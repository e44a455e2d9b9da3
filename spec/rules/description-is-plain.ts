import { objectOf } from './read-json.js';
import type { Rule } from './redocly-plugin.js';

/** Readers must understand a description at the first reading: a few sentences with common technical terms. */
export const descriptionIsPlain: Rule = () => ({
  any(node, context) {
    const { description } = objectOf(node);
    if (typeof description !== 'string') return;
    for (const problem of listTextProblems(description))
      context.report({ message: problem, location: context.location.child(['description']) });
  },
});

const mostSentences = 4;

const knownWords: ReadonlyArray<readonly [unknown: RegExp, known: string]> = [
  [/\banswer(s|ed)?\b/i, 'response, or returns'],
  [/\bfaults?\b/i, 'error'],
  [/\bleft out\b/i, 'absent, or optional with its default'],
  [/\bunless told\b/i, 'default is'],
  [/^(Gives|Makes|Tells)\b/, 'Returns, Creates or Emits'],
  [/\btenants?\b/i, 'workspace'],
];

export function listTextProblems(description: string): string[] {
  const text = description.replace(/`[^`]*`/g, 'code');
  const [beforeList = ''] = text.split(/\n(?=- |\|)/);
  const sentences = beforeList.split(/[.!?](?=\s|$)/).filter((sentence) => sentence.trim() !== '').length;
  const words = knownWords.flatMap(([unknown, known]) => {
    const found = unknown.exec(text)?.[0];
    return found ? [`This description says "${found}". Say: ${known}.`] : [];
  });
  return sentences > mostSentences
    ? [
        `This description has ${sentences} sentences before a list. Write at most ${mostSentences}, and a list of the rest.`,
        ...words,
      ]
    : words;
}
