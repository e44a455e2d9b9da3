/** An expression by which the transaction of a statement does not wait for the disk; for what may be lost in a crash. */
export const relaxedCommit = `set_config('synchronous_commit', 'off', true)`;
