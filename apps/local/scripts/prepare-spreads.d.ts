export function prepareSpreads(source: string): string;
