/**
 * The jobs of a dead worker are locked until its heartbeat is missing for long enough, and a killed database must
 * replay its log. This takes seconds, but on a busy machine the start of the API alone can take more than a minute.
 */
export const recoveryTimeoutMs = 120_000;
