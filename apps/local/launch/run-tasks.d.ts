export function rebuildService(): Promise<boolean>;
export function lintContract(): Promise<boolean>;
