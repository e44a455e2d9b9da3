import { DomainError, type InvalidParam, type InvalidParamKey, type InvalidParams } from './domain-error.js';

const maxErrors = 50;

/** Collects the validation errors of a body, so that the caller gets all of them at once. */
export class ValidationErrors {
  readonly #invalidParams: Record<string, InvalidParam> = {};
  #count = 0;

  get hasAny(): boolean {
    return this.#count > 0;
  }

  get invalidParams(): InvalidParams {
    return this.#invalidParams;
  }

  add(path: string, key: InvalidParamKey, message: string): void {
    if (this.#count >= maxErrors) return;
    this.#count += 1;
    this.#invalidParams[path] = { key, message };
  }

  addAll(invalidParams: InvalidParams): void {
    for (const [path, { key, message }] of Object.entries(invalidParams)) this.add(path, key, message);
  }

  throwIfAny(): void {
    if (this.hasAny) throw new DomainError('invalid_body_params', { invalidParams: this.#invalidParams });
  }
}
