/** Shell completion: a small script for each shell that calls back, and the candidates it gets. */
import { CLI_NAMES } from '../../shared/words/cli/cli.ts'
import { DOORS, fieldsOf, optionsOf, ownOptions, valuesOf, withParts } from './fields.ts'
import { asOption, isFor, OPTIONS, TAKES } from './options.ts'

const SCRIPTS: Readonly<Record<string, readonly string[]>> = {
  bash: [
    `_cuelight() { local IFS=$'\\n'; COMPREPLY=($(cuelight --complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)); }`,
    'complete -o default -F _cuelight cuelight',
  ],
  zsh: [
    '#compdef cuelight',
    `_cuelight() { compadd -- \${(f)"$(cuelight --complete "\${(@)words[2,CURRENT]}" 2>/dev/null)"} }`,
    'compdef _cuelight cuelight',
  ],
  fish: ["complete -c cuelight -f -a '(cuelight --complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'"],
}

/** The completion script for a shell, line by line. */
export const scriptFor = (shell: string): readonly string[] => SCRIPTS[shell] ?? []

/** The candidates for the last word. @param words all words after `cuelight`, the last one as far as it was typed */
export function completions(words: readonly string[]): string[] {
  const before = words[0] === 'help' ? words.slice(1, -1) : words.slice(0, -1)
  const last = words.at(-1) ?? ''
  // Fields have many parts: they are only offered once the user has started to type one.
  const isMeant = (one: string) => one.startsWith(last) && (last.includes('.') || !/^--.*\./.test(one))
  return candidates(before).filter(isMeant)
}

function candidates([first, name, ...more]: readonly string[]): readonly string[] {
  const command = CLI_NAMES.find((one) => one === first)
  if (!command) return first === undefined ? [...CLI_NAMES, 'help', '--help', '--version'] : []
  if (command !== 'query' && command !== 'edit') {
    const takes = TAKES[command]
    const options = Object.keys(OPTIONS).filter((option) => isFor(option, command))
    const texts = Array.isArray(takes) && name === undefined ? takes.map((one) => one.trim()) : []
    return [...texts, ...options.map(asOption)]
  }
  const operation = DOORS[command].find((one) => one === name)
  if (!operation) return name === undefined ? DOORS[command] : []
  const last = more.at(-1)?.replace(/^--/, '') ?? ''
  const fields = withParts(fieldsOf(operation))
  const field = fields.find((one) => one.option === last || one.name === last)
  const values = field ? valuesOf(field) : []
  // An option that takes a value gets its values first; a yes-or-no field can do without one.
  if (optionsOf(operation)[last]?.type === 'string' && field?.schema.type !== 'boolean') return values
  const options = [...fields.map(({ option }) => option), ...Object.keys(ownOptions(operation))]
  return [...values, ...options.map(asOption)]
}
