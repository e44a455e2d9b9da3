import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Renders the licences of the packages that a bundle contains.
 *
 * @param {string} root of the repository
 * @param {readonly string[]} inputs of the bundle, by their paths below the root
 */
export function renderThirdParty(root, inputs) {
  const folders = inputs.flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
  const sections = [...new Set(folders)].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    return `## ${name} ${version}\n\n${license}\n\n${readLicence(join(root, folder))}`;
  });
  return `# Third-party software\n\n\`dist/bundle\` contains the packages below, with their licences.\n\n${sections.join('\n')}`;
}

/** @param {string} folder of a package */
function readLicence(folder) {
  const file = readdirSync(folder).find((name) => /^(?:licen[cs]e|copying)(?:\.|$)/i.test(name));
  if (file === undefined) return '';
  return `\`\`\`\n${readFileSync(join(folder, file), 'utf8').trim()}\n\`\`\`\n`;
}
