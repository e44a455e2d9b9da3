import type { ValidationErrors } from '../../validation-errors.js';
import type { NewInteractive } from './interactive.js';
import { textsOfInteractive } from './texts-of-interactive.js';

const maxRows = 10;

interface InteractiveCheck {
  /** The path of the interactive message in the body. */
  readonly path: string;
  readonly errors: ValidationErrors;
}

/** Adds the errors that the schema cannot express. */
export function checkInteractive(interactive: NewInteractive, { path, errors }: InteractiveCheck): void {
  const { buttons, list } = interactive;
  const [first, ...others] = (['buttons', 'list', 'link'] as const).filter(
    (kind) => interactive[kind] !== undefined,
  );
  if (first === undefined) {
    errors.add(`${path}.buttons`, 'invalid_type', 'Required when there is neither a list nor a link');
  }
  for (const other of others) {
    errors.add(`${path}.${other}`, 'unrecognized_keys', `Not allowed with ${first}`);
  }
  if (buttons) {
    const places = buttons.map((button, index) => ({ ...button, path: `${path}.buttons.${index}` }));
    checkUnique(places, 'id', errors);
    checkUnique(places, 'title', errors);
  }
  if (!list) return;
  const rows = list.sections.flatMap((section, at) =>
    section.rows.map((row, index) => ({ ...row, path: `${path}.list.sections.${at}.rows.${index}` })),
  );
  checkUnique(rows, 'id', errors);
  if (rows.length > maxRows) {
    errors.add(
      `${path}.list.sections`,
      'too_big',
      `The sections must contain at most ${maxRows} rows in total`,
    );
  }
}

/** The greatest length of each text, as in the contract. The index of an item is `*`. */
const maxLengths: Readonly<Record<string, number>> = {
  body: 1024,
  header: 60,
  footer: 60,
  'buttons.*.title': 20,
  'list.button': 20,
  'list.sections.*.title': 24,
  'list.sections.*.rows.*.title': 24,
  'list.sections.*.rows.*.description': 72,
  'link.title': 20,
  'link.url': 2000,
};

/** As in the contract. */
const webAddress = /^https?:\/\/\S+$/;

/** Adds the errors of texts that may have been placeholders when the schema checked them. */
export function checkFilledTexts(interactive: NewInteractive, { path, errors }: InteractiveCheck): void {
  for (const [place, text] of textsOfInteractive(interactive)) {
    const maxLength = maxLengths[place.replaceAll(/\.\d+/g, '.*')] ?? 0;
    if (text.trim() === '') errors.add(`${path}.${place}`, 'too_small', 'Must not be blank');
    if ([...text].length > maxLength) {
      errors.add(`${path}.${place}`, 'too_big', `String must contain at most ${maxLength} character(s)`);
    }
  }
  const { link } = interactive;
  if (link && !(webAddress.test(link.url) && URL.canParse(link.url))) {
    errors.add(`${path}.link.url`, 'invalid_string', 'Invalid url');
  }
}

interface ChoiceAtPath {
  readonly id: string;
  readonly title: string;
  readonly path: string;
}

function checkUnique(choices: readonly ChoiceAtPath[], key: 'id' | 'title', errors: ValidationErrors): void {
  const seen = new Set<string>();
  for (const choice of choices) {
    if (seen.has(choice[key]))
      errors.add(`${choice.path}.${key}`, 'not_unique', `Another choice has this ${key}`);
    seen.add(choice[key]);
  }
}
