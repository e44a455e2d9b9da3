import type { DeclaredAnswer } from '../document/operation.js';

/** The response that is declared for a status: the exact status goes before its class, and that before `default`. */
export function findDeclared(answers: readonly DeclaredAnswer[], status: number): DeclaredAnswer | undefined {
  const names = [String(status), `${String(status)[0]}XX`, 'default'];
  return names
    .map((name) => answers.find((answer) => answer.status === name))
    .find((answer) => answer !== undefined);
}
