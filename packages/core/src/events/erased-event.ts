/** The data of an event whose contact was erased, as SQL. The event keeps its id, type and time. */
export const erasedData = `'{"erased": true}'::jsonb`;
