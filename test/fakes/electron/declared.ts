/** What Electron declares, read from its own types: the stand-in can neither lack a name unnoticed nor make one up. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const types = readFileSync(createRequire(import.meta.url).resolve('electron/electron.d.ts'), 'utf8')

/** The names that `electron` exports in the main process. */
export function exportedNames(): string[] {
  return ['Main', 'Common'].flatMap((space) =>
    [...bodyAfter(`  namespace ${space} {`).matchAll(/^ {4}(?:const|class) (\w+)/gm)].map((match) => match[1] ?? ''),
  )
}

const events = new Map<string, ReadonlySet<string>>()

/**
 * The events that a class or interface of Electron's can emit, its parents' among them.
 *
 * @param name as in `electron.d.ts`; throws for one that is not there
 */
export function eventsOf(name: string): ReadonlySet<string> {
  const known = events.get(name)
  if (known) return known
  const head = new RegExp(`^  (?:class|interface) ${name}(?: extends ([\\w.]+))? \\{$`, 'm').exec(types)
  if (!head) throw new Error(`Electron declares no ${name}`)
  const own = [...bodyAfter(head[0]).matchAll(/^ {4}on\(event: '([\w-]+)'/gm)].map((match) => match[1] ?? '')
  const parent = head[1] && !/EventEmitter$/.test(head[1]) ? [...eventsOf(head[1])] : []
  const all = new Set([...own, ...parent])
  events.set(name, all)
  return all
}

function bodyAfter(head: string): string {
  const start = types.indexOf(head)
  return types.slice(start, types.indexOf('\n  }\n', start))
}
