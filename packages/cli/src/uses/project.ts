import type ts from 'typescript';
import type { ContractTypes } from './read-contract.js';

/** A compiled project, and the contract's types in it. */
export interface Project {
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  readonly types: ContractTypes;
  /** The files that the project's authors wrote. */
  readonly files: readonly ts.SourceFile[];
}
