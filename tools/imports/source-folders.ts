/** Where workspaces keep code, without tests and without what is built. */
export const sourceFolders = [
  'src',
  'generator',
  'examples',
  '.vitepress',
  'rules',
  'decorators',
  'scripts',
  'launch',
] as const;
