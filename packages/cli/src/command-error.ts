/** An error that the user can mend. Its message is printed without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  /** 2 means that the command was called wrongly, 1 that it failed. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 2) {
    super(message);
    this.exitCode = exitCode;
  }
}
