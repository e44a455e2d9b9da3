/** Each script asks `parley __complete` for words, so that it never has to be installed again. */
export const scripts = {
  bash: `_parley() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <("\${COMP_WORDS[0]}" __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _parley parley
`,
  zsh: `#compdef parley
_parley() {
  local -a found
  local word summary
  while IFS=$'\\t' read -r word summary; do
    found+=("\${word//:/\\\\:}:\${summary}")
  done < <("\${words[1]}" __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)
  _describe 'parley' found || _files
}
compdef _parley parley
`,
  fish: `function __parley_complete
  set -l words (commandline -opc) (commandline -ct)
  command $words[1] __complete $words[2..-1] 2>/dev/null
end
complete -c parley -a '(__parley_complete)'
`,
} as const;
