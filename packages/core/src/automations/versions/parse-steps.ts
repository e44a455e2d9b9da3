import { ChatStatus } from '@parley/database';
import { isId } from '../../ids.js';
import { StepFailure } from './step-failure.js';
import { type AutomationStep, conditionOperators } from './steps.js';

/** Parses the steps of a stored version. Malformed steps fail the run instead of the worker. */
export function parseSteps(value: unknown): readonly AutomationStep[] {
  if (!Array.isArray(value))
    throw new StepFailure('invalid_step', 'The version of the automation has no list of steps.');
  return value.map((step: unknown, position) => parseStep(new StepReader(step, position)));
}

function parseStep(step: StepReader): AutomationStep {
  const type = step.text('type');
  switch (type) {
    case 'send_message':
      return { type, text: step.text('text'), ...step.optional('attachments', step.fileReferences) };
    case 'send_template':
      return {
        type,
        messageTemplateId: step.id('messageTemplateId'),
        ...step.optional('variables', step.texts),
        ...step.optional('mediaFileId', step.nullable(step.id)),
      };
    case 'add_label':
    case 'remove_label':
      return { type, labelId: step.id('labelId') };
    case 'set_attribute':
      return { type, externalId: step.text('externalId'), value: step.text('value') };
    case 'assign':
      return {
        type,
        ...step.optional('assignedUserId', step.nullable(step.text)),
        ...step.optional('assignedTeamId', step.nullable(step.text)),
      };
    case 'set_chat_status':
      return {
        type,
        status: step.oneOf('status', Object.values(ChatStatus)),
        ...step.optional('snoozeSeconds', step.count),
      };
    case 'wait':
      return parseWait(step);
    case 'condition':
      return {
        type,
        field: step.text('field'),
        operator: step.oneOf('operator', conditionOperators),
        ...step.optional('value', step.text),
        ...step.optional('skip', step.count),
      };
    case 'call_webhook':
      return { type, url: step.text('url') };
    default:
      throw step.failure(`its type "${type}" is not known`);
  }
}

function parseWait(step: StepReader): AutomationStep {
  const type = 'wait';
  if (step.has('seconds')) return { type, seconds: step.count('seconds') };
  if (step.has('until')) return { type, until: step.moment('until') };
  throw step.failure('"seconds" or "until" is missing');
}

/** Reads one stored step, field by field. */
class StepReader {
  readonly #fields: ReadonlyMap<string, unknown>;
  readonly #position: number;

  constructor(value: unknown, position: number) {
    this.#position = position;
    if (typeof value !== 'object' || value === null) throw this.failure('it is not an object');
    this.#fields = new Map(Object.entries(value));
  }

  failure(problem: string): StepFailure {
    return new StepFailure('invalid_step', `Step ${this.#position} cannot be read: ${problem}.`);
  }

  has(name: string): boolean {
    return this.#fields.get(name) !== undefined;
  }

  optional<Name extends string, Value>(name: Name, read: (name: string) => Value): { [Key in Name]?: Value } {
    // A computed key of a generic name loses its name in the type.
    return (this.has(name) ? { [name]: read(name) } : {}) as { [Key in Name]?: Value };
  }

  nullable<Value>(read: (name: string) => Value): (name: string) => Value | null {
    return (name) => (this.#fields.get(name) === null ? null : read(name));
  }

  readonly text = (name: string): string => {
    const value = this.#fields.get(name);
    if (typeof value !== 'string') throw this.failure(`"${name}" is not a text`);
    return value;
  };

  readonly id = (name: string): string => {
    const value = this.text(name);
    if (!isId(value)) throw this.failure(`"${name}" is not an id`);
    return value;
  };

  readonly moment = (name: string): string => {
    const value = this.text(name);
    if (Number.isNaN(Date.parse(value))) throw this.failure(`"${name}" is not a moment`);
    return value;
  };

  readonly count = (name: string): number => {
    const value = this.#fields.get(name);
    if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 31_536_000)
      return value;
    throw this.failure(`"${name}" is not a whole number from 1 to 31536000`);
  };

  readonly texts = (name: string): Readonly<Record<string, string>> => {
    const value = this.#fields.get(name);
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : undefined;
    if (entries?.every((entry): entry is [string, string] => typeof entry[1] === 'string')) {
      return Object.fromEntries(entries);
    }
    throw this.failure(`"${name}" is not an object of texts`);
  };

  readonly fileReferences = (name: string): { fileId: string }[] => {
    const value = this.#fields.get(name);
    if (!Array.isArray(value)) throw this.failure(`"${name}" is not a list`);
    return value.map((reference: unknown) => ({
      fileId: new StepReader(reference, this.#position).id('fileId'),
    }));
  };

  oneOf<Value extends string>(name: string, values: readonly Value[]): Value {
    const text = this.text(name);
    const found = values.find((value) => value === text);
    if (found === undefined) throw this.failure(`"${name}" is none of ${values.join(', ')}`);
    return found;
  }
}
