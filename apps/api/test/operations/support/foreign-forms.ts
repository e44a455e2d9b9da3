import { type AnyRequest, validRequest } from '@parley/testkit';
import type { AnyOperation } from './every-operation.js';
import { pairIds } from './foreign-ids.js';
import type { PreparedWorld } from './round-trips/prepare-world.js';
import { propertiesOf, type RequestSchema, requestSchemaOf } from './round-trips/request-schema.js';

/** A form of one tenant with an id of another in one of its parts. */
export interface ForeignForm extends AnyRequest {
  /** Whether the contract declares the part. */
  readonly isDeclared: boolean;
  /** The part and the id; a file cannot be compared with what a response shows. */
  readonly sent: string;
}

/**
 * Lists forms that name each record of another tenant in each declared part, as text, as the name of a file and as its
 * content, and in the parts that other bodies use for ids.
 */
export function listForeignForms(
  operation: AnyOperation,
  own: PreparedWorld,
  foreign: PreparedWorld,
): ForeignForm[] {
  const valid = validRequest(own, operation.version, operation.operationId);
  const declared = propertiesOf(requestSchemaOf(operation));
  return [...pairIds(own, foreign).values()].flatMap((id) => [
    ...declared.flatMap(([name, property]) =>
      createParts(property, id).map((part) => create({ valid, name, part, id, isDeclared: true })),
    ),
    ...undeclared
      .filter((name) => declared.every(([other]) => other !== name))
      .map((name) => create({ valid, name, part: id, id, isDeclared: false })),
  ]);
}

/** Names of ids in paths and in other bodies. */
const undeclared = ['id', 'tenantId', 'fileId', 'contactId', 'chatId'];

function createParts({ schema }: RequestSchema, id: string): (string | File)[] {
  if (schema.contentMediaType === undefined) return [id];
  return [new File(['Prices of this spring'], `${id}.txt`), new File([id], 'prices.txt')];
}

interface Part {
  readonly valid: AnyRequest;
  readonly name: string;
  readonly part: string | File;
  readonly id: string;
  readonly isDeclared: boolean;
}

function create({ valid, name, part, id, isDeclared }: Part): ForeignForm {
  return { ...valid, body: { ...Object(valid.body), [name]: part }, isDeclared, sent: `${name}: ${id}` };
}
