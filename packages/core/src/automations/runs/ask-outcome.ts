/** How the wait for a reply ended. A test compares the values with the contract. */
export const askOutcomes = ['answered', 'invalid_reply', 'timed_out'] as const;

export type AskOutcome = (typeof askOutcomes)[number];
