/**
 * A worker that died takes its jobs along until its heartbeat is missed, and a database has to replay its log. It takes
 * seconds; on a machine that is busy with other things the start of an API alone may take more than a minute.
 */
export const recoveryTimeoutMs = 120_000;
