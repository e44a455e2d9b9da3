import { CommandError } from '../command-error.js';
import { defineCommand } from '../frame/define-command.js';

export const uses = defineCommand({
  name: 'uses',
  summary: 'Writes which operations, fields, events and values of the API a TypeScript project uses.',
  details: `Commit the file, or send it to the team of the service. A change to the API that would break your project then names
you before it is released. The file contains names of the API, and the files and lines of your project that use them;
it contains none of your code and no values besides those of the API's enumerations.`,
  options: {
    project: {
      type: 'string',
      short: 'p',
      value: '<file>',
      summary: 'tsconfig.json of the project (./tsconfig.json)',
    },
    consumer: {
      type: 'string',
      value: '<name>',
      summary: 'name of your project or company (the name in package.json)',
    },
    out: {
      type: 'string',
      short: 'o',
      value: '<file>',
      summary: 'file to write, or - for stdout (parley-uses.json)',
    },
    quiet: { type: 'boolean', summary: 'prints no progress' },
  },
  examples: [
    { does: 'writes parley-uses.json', command: 'npx parley uses' },
    {
      does: 'reads another project',
      command: 'npx parley uses --project apps/shop/tsconfig.json --consumer acme --out acme.json',
    },
  ],
  async run({ values, output, cwd, streams }) {
    // The compiler is loaded only here, because no other command needs it.
    const { runUses } = await import('../uses/run-uses.js').catch(explainMissingCompiler);
    const out = values.out ?? (output.isJson ? '-' : undefined);
    return runUses({ ...values, out }, { cwd, streams });
  },
});

function explainMissingCompiler(error: unknown): never {
  if (error instanceof Error && /'typescript'/.test(error.message))
    throw new CommandError('This command needs TypeScript in your project: npm install -D typescript@5');
  throw error;
}
