/**
 * A statement with this expression does not wait for the disk when it commits; use it only for data that a crash may
 * lose.
 */
export const relaxedCommit = `set_config('synchronous_commit', 'off', true)`;
