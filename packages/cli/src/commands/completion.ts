import { scripts } from '../completion/scripts.js';
import { defineCommand, explain } from '../frame/define-command.js';

export const completion = defineCommand({
  name: 'completion',
  summary: 'Prints a script with which your shell completes commands, options and paths of the API.',
  details:
    'The script completes `parley`, so the command must be on your PATH: npm install --global @parley/cli.',
  usage: '<bash|zsh|fish>',
  options: {},
  examples: [
    { does: 'for bash, in ~/.bashrc', command: 'source <(parley completion bash)' },
    { does: 'for zsh, in ~/.zshrc after compinit', command: 'source <(parley completion zsh)' },
    { does: 'for fish', command: 'parley completion fish > ~/.config/fish/completions/parley.fish' },
  ],
  complete: (typed) => (typed.length === 1 ? Object.keys(scripts).map((word) => ({ word })) : []),
  async run({ words, output }) {
    const [shell = '', ...more] = words;
    const script = Object.entries(scripts).find(([name]) => name === shell)?.[1];
    if (script === undefined || more.length > 0) throw explain('completion', 'Name bash, zsh or fish.');
    output.raw(script);
    return 0;
  },
});
