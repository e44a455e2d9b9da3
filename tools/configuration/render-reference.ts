import { apiVariables } from '../../apps/api/src/config.js';
import { workerVariables } from '../../apps/worker/src/config/worker-config.js';
import { descriptions, sections, type VariableName } from './descriptions.js';

/** The part of a schema of Zod that is used here. */
interface Schema {
  safeParse(value: unknown): {
    readonly data?: unknown;
    readonly error?: { readonly issues: readonly { readonly message: string }[] } | undefined;
  };
}

const schemas: Readonly<Record<string, Schema>> = { ...workerVariables, ...apiVariables };

/** Renders the reference of all settings in Markdown, from the schemas that parse them. */
export function renderReference(): string {
  // The compiler has checked that these are the keys.
  const names = Object.keys(descriptions) as VariableName[];
  const tables = sections.map((section) => {
    const rows = names.filter((name) => descriptions[name].section === section).map(renderRow);
    return `## ${section}\n\n| variable | read by | value | default |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `${introduction}\n${tables.join('\n')}`;
}

function renderRow(name: VariableName): string {
  const { text, fallback } = descriptions[name];
  return `| \`${name}\` | ${readersOf(name)} | ${text}${describeForm(name)} | ${fallback ?? describeDefault(name)} |`;
}

function readersOf(name: string): string {
  if (!(name in workerVariables)) return 'API';
  return name in apiVariables ? 'API, worker' : 'worker';
}

/** Returns the expected form of a value, taken from the error for an invalid value. */
function describeForm(name: string): string {
  const { error } = schemas[name]?.safeParse('\u0001') ?? {};
  const [, form] = /^must be (.*?)(?:, not ".*")?$/s.exec(error?.issues[0]?.message ?? '') ?? [];
  return form === undefined ? '' : ` It must be ${form.replaceAll('|', '\\|')}.`;
}

function describeDefault(name: string): string {
  const value: unknown = schemas[name]?.safeParse(undefined).data;
  return value === undefined ? 'none' : `\`${String(value)}\``;
}

const introduction = `<!-- Generated from the code: npm run configuration. -->

# Configuration

The settings of the processes are environment variables. A process reads them once, when it starts. An invalid value stops
the start with one line that names every invalid variable and its expected value. An empty variable counts as not set, and
unknown variables are ignored.

With \`DATABASE_URL\`, set at least these:

- \`DATABASE_URL\` and \`ENCRYPTION_KEYS\`, for every process and command, with the same values everywhere.
- \`JWT_SECRET\`, or another source of keys, for the API and the commands that create tokens.
- \`PUBLIC_URL\`, for the API and the workers.
- \`METRICS_PORT\` or \`METRICS_TOKEN\` for the API, and \`WORKER_PORT\` for the workers, if you want metrics.
- \`DRAIN_DELAY_MS\` for the API, behind a load balancer.

\`EXPORT_PASSPHRASE\` is read by \`npm run tenant -- export\` and \`import\` only; see [exports](export-format.md).
`;
