export function findProgram(name: string): URL | undefined;
