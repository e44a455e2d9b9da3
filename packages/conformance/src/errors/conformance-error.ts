/** The reason why nothing could be checked, for the person who started the run. */
export class ConformanceError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConformanceError';
  }
}
