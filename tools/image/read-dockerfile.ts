export interface Instruction {
  readonly keyword: string;
  readonly flags: ReadonlyMap<string, string>;
  /** The words of the JSON form or of a plain line; a command of the shell is one word. */
  readonly words: readonly string[];
}

export interface Stage {
  readonly image: string;
  readonly name: string | undefined;
  /** The platform on which the stage runs; default is that of the result. */
  readonly platform: string | undefined;
  readonly instructions: readonly Instruction[];
}

/** Reads the instructions of a Dockerfile, stage by stage. It knows the forms that our Dockerfile uses, and refuses others. */
export function readDockerfile(text: string): Stage[] {
  const stages: (Omit<Stage, 'instructions'> & { instructions: Instruction[] })[] = [];
  for (const line of joinLines(text)) {
    const instruction = readInstruction(line);
    if (instruction.keyword === 'FROM') {
      const [image = '', as = '', name] = instruction.words;
      if (as !== '' && as.toUpperCase() !== 'AS') throw new Error(`Not a FROM instruction: ${line}`);
      stages.push({ image, name, platform: instruction.flags.get('platform'), instructions: [] });
    } else {
      const stage = stages.at(-1);
      if (stage === undefined) throw new Error(`This instruction has no stage: ${line}`);
      stage.instructions.push(instruction);
    }
  }
  return stages;
}

function joinLines(text: string): string[] {
  const lines = text.split('\n').filter((line) => !/^\s*#/.test(line));
  const joined = lines.join('\n').replaceAll(/\\\n\s*/g, '');
  return joined.split('\n').filter((line) => line.trim() !== '');
}

const known = [
  'CMD',
  'COPY',
  'ENTRYPOINT',
  'ENV',
  'EXPOSE',
  'FROM',
  'HEALTHCHECK',
  'RUN',
  'STOPSIGNAL',
  'USER',
  'WORKDIR',
];

function readInstruction(line: string): Instruction {
  const [, keyword = '', flagText = '', rest = ''] =
    /^(\w+)((?:\s+--[\w-]+=\S+)*)\s+(.*\S)\s*$/.exec(line) ?? [];
  if (!known.includes(keyword)) throw new Error(`This instruction is not known: ${line}`);
  const flags = new Map(
    [...flagText.matchAll(/--([\w-]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const [, command = rest] = keyword === 'HEALTHCHECK' ? (/^CMD\s+(.*)$/.exec(rest) ?? []) : [];
  return { keyword, flags, words: readWords(keyword, command) };
}

function readWords(keyword: string, text: string): string[] {
  if (text.startsWith('[')) return JSON.parse(text);
  if (keyword === 'RUN') return [text];
  if (keyword === 'ENV') return text.split(/=(.*)/s).slice(0, 2);
  return text.split(/\s+/);
}
