/**
 * An error that the author of the contract must correct. It is printed without a stack trace, which would hide the
 * message.
 */
export class ContractError extends Error {
  override readonly name = 'ContractError';
}

export async function runCommand(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
