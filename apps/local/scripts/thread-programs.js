/**
 * Programs that our modules start as threads, by their paths below the root of the repository. No import names them, so whoever
 * packs the service must add them.
 */
export const threadPrograms = [
  'packages/channels/dist/parsing/parsing-thread.js',
  'packages/core/dist/recurrence/rule-thread-program.js',
];
