export function omitSchemaComments(source: string): string;
