export const quickStart: readonly string[];
export function rebuildService(): Promise<boolean>;
export function rebuildContract(): Promise<boolean>;
export function lintContract(): Promise<boolean>;
