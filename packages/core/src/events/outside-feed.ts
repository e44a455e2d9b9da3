/** The position of an event that is not in the feed. Positions of the feed start at 0. */
export const outsideFeed = -1;
