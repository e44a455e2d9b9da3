/** With this expression the transaction of a statement does not wait for the disk; only for data that a crash may lose. */
export const relaxedCommit = `set_config('synchronous_commit', 'off', true)`;
