import type { NewInteractive } from '../../messages/interactive/interactive.js';
import { textsOfInteractive } from '../../messages/interactive/texts-of-interactive.js';
import type { NewStep } from './new-step.js';

/** A text in which placeholders are filled when the step runs, and the path of its field. */
export type StepText = readonly [path: string, text: string];

export function textsOfStep(step: NewStep): readonly StepText[] {
  switch (step.type) {
    case 'send_message':
      return textsOfQuestion(step);
    case 'ask':
      return [...textsOfQuestion(step), ...(step.retry ? [['retry.text', step.retry.text] as const] : [])];
    case 'send_template':
      return Object.entries(step.variables ?? {}).map(([name, value]) => [`variables.${name}`, value]);
    case 'set_attribute':
    case 'set_variable':
      return [['value', step.value]];
    case 'branch':
      return step.conditions.flatMap(({ operator, value }, index) =>
        value === undefined || operator === 'is_set' || operator === 'is_not_set'
          ? []
          : [[`conditions.${index}.value`, value] as const],
      );
    default:
      return [];
  }
}

function textsOfQuestion({ text, interactive }: { text?: string; interactive?: NewInteractive }): StepText[] {
  if (interactive === undefined) return [['text', text ?? '']];
  return textsOfInteractive(interactive).map(([path, filled]) => [`interactive.${path}`, filled]);
}
