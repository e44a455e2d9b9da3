/** An error that the operator has caused, with a message that can be printed unchanged. */
export class AdministrationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AdministrationError';
  }
}
