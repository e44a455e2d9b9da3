export const threadPrograms: readonly string[];
