import type { Mutant } from './mutant.js';
import { type Declaration, type Reference, readDeclarations } from './read-declarations.js';
import type { Source } from './sources.js';

export interface Users {
  /** Functions whose tests can notice the mutant. */
  readonly functions: ReadonlySet<string>;
  /** The changed code runs when a module is loaded, so the mutant must be active from the start of the process. */
  readonly atLoad: boolean;
}

type Use = Reference & { readonly by: Declaration };
type UsesOf = (used: Declaration) => readonly Use[];

/**
 * Returns a function that finds who uses the changed code. The innermost function around it is enough, unless it runs when a module
 * is loaded: an SQL statement is such a constant, and a function that builds a part of its text runs only then. Their users are
 * the functions that refer to the constant, in any file.
 */
export function findUsers(sources: readonly Source[]): (mutant: Mutant) => Users {
  const declarations = sources.flatMap(readDeclarations);
  const usesOf = indexUses(declarations);
  return (mutant) => {
    const around = declarations.find(
      ({ file, start, end }) => file === mutant.file && start <= mutant.start && mutant.end <= end,
    );
    const atLoad =
      mutant.within === undefined || (around !== undefined && runsAtLoad(around, mutant.within, usesOf));
    const functions = new Set(mutant.within === undefined ? [] : [mutant.within]);
    if (around && atLoad) for (const user of listUsers(around, usesOf)) functions.add(user);
    return { functions, atLoad };
  };
}

function indexUses(declarations: readonly Declaration[]): UsesOf {
  const byName = new Map<string, Use[]>();
  for (const by of declarations)
    for (const reference of by.references) {
      const uses = byName.get(reference.name) ?? [];
      uses.push({ ...reference, by });
      byName.set(reference.name, uses);
    }
  return (used) => used.names.flatMap((name) => byName.get(name) ?? []).filter(({ by }) => by !== used);
}

/** Whether a function of a declaration runs when the module is loaded. */
function runsAtLoad(
  around: Declaration,
  within: string,
  usesOf: UsesOf,
  seen = new Set<Declaration>(),
): boolean {
  if (around.callbacks.has(within)) return true;
  if (!runsWithCaller(within)) return false;
  return around.callbacks.has(outermostOf(within)) || isCalledAtLoad(around, usesOf, seen);
}

function isCalledAtLoad(used: Declaration, usesOf: UsesOf, seen: Set<Declaration>): boolean {
  if (!used.isFunction || seen.has(used)) return false;
  seen.add(used);
  return usesOf(used).some(({ by, within, isCalled }) =>
    within === undefined ? isCalled : runsAtLoad(by, within, usesOf, seen),
  );
}

/** A function inside of another one runs with it if it is a callback of a list; otherwise it may run much later. */
function runsWithCaller(name: string): boolean {
  const [, ...inner] = name.split('>');
  return inner.every((one) => /^(?:map|flatMap|filter|some|every|find|reduce)(?:#\d+)?$/.test(one));
}

function outermostOf(name: string): string {
  return name.split('>', 1).join();
}

/** Lists the functions that refer to a declaration, directly or by way of other declarations that are evaluated at load. */
function listUsers(start: Declaration, usesOf: UsesOf): Set<string> {
  const users = new Set<string>();
  const reached = new Set([start]);
  for (const used of reached)
    for (const { by, within } of usesOf(used)) {
      if (within !== undefined) users.add(within);
      if (within === undefined || runsAtLoad(by, within, usesOf)) reached.add(by);
    }
  return users;
}
