import type ts from 'typescript';

/** The texts that a type consists of. */
export function readTexts(type: ts.Type): string[] {
  const members = type.isUnion() ? type.types : [type];
  return members.flatMap((member) => (member.isStringLiteral() ? [member.value] : []));
}
