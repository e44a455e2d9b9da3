/**
 * Removes the comments from the Prisma schema in Prisma's generated client. The client compiles queries with the schema, and
 * each start of a process reads it.
 *
 * @param {string} source of a module of ours
 */
export function omitSchemaComments(source) {
  return source.replace(inlineSchema, (_, key, text) => {
    // The text is that of a literal, so its lines end with the two characters of an escape.
    const [quote, lines] = [text[0], text.slice(1, -1).split('\\n')];
    return key + quote + lines.filter((line) => !line.trimStart().startsWith('//')).join('\\n') + quote;
  });
}

const inlineSchema = /("?inlineSchema"?: )("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/;
