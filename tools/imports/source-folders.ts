/** The folders of a workspace that contain code, without tests and build output. */
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
