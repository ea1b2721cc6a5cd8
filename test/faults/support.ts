import type { Fault } from './fault.ts'

const plant = (name: string, file: string, from: string, to: string, ...tests: string[]): Fault => ({
  name: `support: ${name}`,
  file,
  from,
  to,
  tests: tests.map((test) => `test/${test}.test.ts`),
})

const override = 'shared/contract/override.ts'
const pathRules = 'shared/contract/pathRules.ts'

/** Deliberate faults of our own in the override, what is handed to supporters, and the document of the contract. */
export const supportFaults: Fault[] = [
  // The override.
  plant(
    'let the path of a start be overridden',
    override,
    "operation.sources.path === 'S'",
    'false',
    'contract/override',
  ),
  plant('let layers be added anywhere', override, '!value.endsWith(end)', 'false', 'contract/override'),
  plant('let a poll act', override, "operation.repeat === 'auto' ? 'read' : 'write'", "'write'", 'contract/override'),
  plant(
    'let two operations be one',
    override,
    'if (other !== undefined) {',
    'if (other === name) {',
    'contract/override',
  ),
  plant(
    'tell two operations apart by the names of their parameters',
    override,
    'shapeOf(table[name].path)',
    'table[name].path',
    'contract/override',
  ),
  plant('let a path climb', pathRules, "segment === '.' || segment === '..'", "segment === '.'", 'contract/override'),
  plant(
    'let a path lose its parameter',
    pathRules,
    'if (missing !== undefined) return',
    'if (missing === path) return',
    'contract/override',
  ),
  plant(
    'let a path be any text',
    pathRules,
    'if (odd !== undefined) return',
    'if (odd === path) return',
    'contract/override',
  ),
  plant(
    'call a moved operation the usual one',
    override,
    '|| path !== operations[name].path',
    '',
    'contract/override',
  ),
  plant(
    'let one header say two things',
    override,
    '(seen.get(name) ?? field) !== field',
    'false',
    'contract/override',
  ),
  plant(
    'swallow a whole disk as an override',
    'electron/overrideFile.ts',
    'if (status.size > MOST_BYTES) return',
    'if (status.size < 0) return',
    'contract/overrideFile',
  ),
  plant(
    'say nothing of a file asked for that is not there',
    'electron/overrideFile.ts',
    'asked ? OVERRIDE_PROBLEMS.notThere : null',
    'null',
    'contract/overrideFile',
  ),
  plant(
    'show an echoed key of another prefix',
    'electron/service/client.ts',
    'options.keyPrefix ?? KEY_PREFIX',
    'KEY_PREFIX',
    'contract/deployment',
  ),
  plant(
    'read a prefix as an expression',
    'electron/service/excerpt.ts',
    "prefix.replace(/[^\\w]/g, '\\\\$&')",
    'prefix',
    'contract/deployment',
  ),
]
