const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** Returns a number of bytes with the largest unit that leaves a whole number before the point, such as `1.5 MB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let index = 0;
  for (; value >= 1_000 && index < units.length - 1; index += 1) value /= 1_000;
  return `${index === 0 ? value : value.toFixed(1)} ${units[index]}`;
}
