/**
 * Lets one process run mutants of statements whose texts are made when their modules are loaded. Such a text has comments around each
 * place of a mutant; the part between them is replaced when the text is sent to the database.
 */
export class StatementTexts {
  readonly #replacements = new Map<number, string[]>();
  readonly #loadedWith: number | undefined;

  /** A mutant that is active from the start of the process needs no comments. */
  constructor(loadedWith: number | undefined) {
    this.#loadedWith = loadedWith;
  }

  mark(id: number, after: string, before: string): string {
    if (id === this.#loadedWith) return after;
    const known = this.#replacements.get(id) ?? [];
    this.#replacements.set(id, known);
    if (!known.includes(after)) known.push(after);
    const name = `${id}.${known.indexOf(after)}`;
    return `/*<${name}*/${before}/*${name}>*/`;
  }

  replace(text: string, active: number | undefined): string {
    const replacements = (active === undefined ? undefined : this.#replacements.get(active)) ?? [];
    return replacements.reduce((changed, after, index) => {
      const name = `${active}.${index}`;
      const [first = '', ...marked] = changed.split(`/*<${name}*/`);
      return first + marked.map((part) => after + part.slice(endOf(part, `/*${name}>*/`))).join('');
    }, text);
  }
}

function endOf(part: string, end: string): number {
  const index = part.indexOf(end);
  if (index === -1) throw new Error(`A text has no ${end}.`);
  return index + end.length;
}
