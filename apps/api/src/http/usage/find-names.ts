import type { Usage } from '@parley/core';
import type { Name, Shape } from './read-shape.js';

/** Collects the names that one request uses. A name that is used several times is collected once. */
export class NameFinder {
  #request = 0;
  #found: Usage[] = [];

  /** Begins a request. `found` belongs to this request alone. */
  begin(): Usage[] {
    this.#request += 1;
    this.#found = [];
    return this.#found;
  }

  add(name: Name): void {
    if (name.foundIn === this.#request) return;
    name.foundIn = this.#request;
    this.#found.push(name.usage);
  }

  /** Keys and values that the contract does not have are ignored. */
  addValue(value: unknown, shape: Shape): void {
    if (shape.repeats) for (const outer of shape.repeats) this.addValue(value, outer);
    if (typeof value !== 'object' || value === null) {
      const name = shape.values.get(value);
      if (name) this.add(name);
    } else if (Array.isArray(value)) {
      if (shape.items) for (const item of value) this.addValue(item, shape.items);
    } else {
      this.#addFields(value, shape);
    }
  }

  #addFields(value: object, shape: Shape): void {
    const { branches } = shape;
    const branch = branches?.byValue.get(Reflect.get(value, branches.tag));
    if (branch) {
      this.add(branch.name);
      this.#addFields(value, branch.shape);
    }
    // The keys of the contract are few, and those of a body can be many.
    for (const [key, field] of shape.fields) {
      if (!Object.hasOwn(value, key)) continue;
      this.add(field.name);
      this.addValue(Reflect.get(value, key), field.shape);
    }
  }
}
