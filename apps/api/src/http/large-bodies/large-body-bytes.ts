/** Bodies up to this size are parsed and checked at once, since that takes at most a few milliseconds. */
export const largeBodyBytes = 64 * 1024;
