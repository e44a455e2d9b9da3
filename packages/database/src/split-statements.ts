/**
 * Splits the text of `online.sql`. A statement ends with a semicolon before an empty line; PostgreSQL runs what is in between as one
 * transaction.
 */
export function splitStatements(script: string): string[] {
  return script.split(/;[ \t]*\n(?=\n|$)/).filter((statement) => statement.trim() !== '');
}
