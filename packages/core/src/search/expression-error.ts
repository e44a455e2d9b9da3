/** An error in a filter or sort expression, with its position. Positions count characters from 1. */
export class ExpressionError extends Error {
  constructor(position: number, expected: string, found?: string) {
    super(`Expected ${expected} at position ${position}${found === undefined ? '' : `, found ${found}`}`);
    this.name = 'ExpressionError';
  }
}
