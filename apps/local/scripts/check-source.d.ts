export function checkSource(path: string): Promise<void>;
