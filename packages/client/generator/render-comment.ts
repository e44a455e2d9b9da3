/** Renders a text of the contract as a comment that editors show. */
export function renderComment(text: string): string {
  const lines = text.trim().replaceAll('*/', '*\\/').split('\n');
  return lines.length === 1
    ? `/** ${lines[0]} */`
    : `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */`;
}
