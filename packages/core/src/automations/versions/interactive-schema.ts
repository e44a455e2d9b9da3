import * as z from 'zod';

const choice = z.object({ id: z.string(), title: z.string() });
const row = choice.extend({ description: z.string().exactOptional() });
const section = z.object({ title: z.string(), rows: z.array(row) });

/** The interactive message of a stored step. */
export const interactiveSchema = z.object(
  {
    body: z.string(),
    header: z.string().exactOptional(),
    footer: z.string().exactOptional(),
    buttons: z.array(choice).exactOptional(),
    list: z.object({ button: z.string(), sections: z.array(section) }).exactOptional(),
    link: z.object({ title: z.string(), url: z.string() }).exactOptional(),
  },
  { error: '"interactive" is not an object' },
);
