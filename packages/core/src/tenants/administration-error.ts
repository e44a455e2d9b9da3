/** A mistake of the operator, told in a sentence that can be printed as it is. */
export class AdministrationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AdministrationError';
  }
}
