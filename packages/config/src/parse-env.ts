import type { z } from 'zod';

/** Throws one line that names every invalid variable and what is expected of it. */
export function parseEnv<Variables>(schema: z.ZodType<Variables>, env: NodeJS.ProcessEnv): Variables {
  // Many tools cannot unset a variable, only empty it, so an empty variable counts as not set.
  const variables = Object.entries(env).map(([name, value]) => [name, value?.trim() || undefined]);
  const { data, error } = schema.safeParse(Object.fromEntries(variables));
  if (!error) return data;
  const errors = error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  throw new Error(`Bad configuration: ${[...new Set(errors)].join('; ')}.`);
}
