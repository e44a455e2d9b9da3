import { findEventUsage, type Usage, type UsageCaller, type UsageCounter } from '@parley/core';
import type { Operation, VersionContract } from '../contract/operation.js';
import { type OperationUsage, readOperationUsage, type UsedParts } from './operation-usage.js';

/** Counts the operation of an authenticated request, and returns what counts the rest of it. */
export type RecordUsage = (operation: Operation, caller: UsageCaller) => RequestUsage;

/** Counts which names of the contract one request uses. */
export interface RequestUsage {
  /** Finds the fields before validation, because validation adds defaults that the caller did not send. */
  findFields(parts: UsedParts): readonly Usage[];
  /**
   * Counts the fields of a valid request, and those by which its body filters and sorts. Expressions are read only here,
   * because validation bounds their length.
   */
  countFields(fields: readonly Usage[], validBody: unknown): void;
  countError(messageKey: string): void;
  /** Counts each event that is sent to the caller, by its type. */
  countEvents(types: readonly string[]): void;
}

export interface UsageRecorder {
  readonly recordUsage: RecordUsage;
  /** Reads the names of an operation from the contract, and those in an example of its body. It counts nothing. */
  rehearseUsage(operation: Operation, example: unknown): void;
}

/** Without a counter, nothing is counted. The names of an operation are read from the contract when they are first needed. */
export function createUsageRecorder(
  counter: UsageCounter | undefined,
  versions: readonly VersionContract[],
): UsageRecorder {
  if (!counter) return { recordUsage: () => uncounted, rehearseUsage() {} };
  const versionOf = new Map(
    versions.flatMap((version) => version.operations.map((operation) => [operation, version] as const)),
  );
  const known = new Map<Operation, OperationUsage>();

  return {
    recordUsage(operation, caller) {
      const usage = known.get(operation) ?? readUsage(operation);
      if (!usage) return uncounted;
      counter.count(caller, usage.operation);
      return {
        findFields: usage.find,
        countFields(fields, validBody) {
          counter.count(caller, fields);
          counter.count(caller, usage.findFilters(validBody));
        },
        countError: (messageKey) => counter.count(caller, [usage.errorOf(messageKey)]),
        countEvents: (types) =>
          counter.count(
            caller,
            types.flatMap((type) => findEventUsage(type) ?? []),
          ),
      };
    },
    rehearseUsage(operation, example) {
      const usage = known.get(operation) ?? readUsage(operation);
      usage?.find({ body: example, query: {}, headers: {} });
      usage?.findFilters(example);
    },
  };

  function readUsage(operation: Operation): OperationUsage | undefined {
    const version = versionOf.get(operation);
    const usage = version && readOperationUsage(version, operation);
    if (usage) known.set(operation, usage);
    return usage;
  }
}

const uncounted: RequestUsage = {
  findFields: () => [],
  countFields() {},
  countError() {},
  countEvents() {},
};
