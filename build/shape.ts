/**
 * The project's structure, measured from the sources: files, lines, import cycles and the longest functions.
 * `npm run check` prints it; the architecture test enforces the limits.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { parseSync } from 'vite'
import { importsIn } from './imports.ts'

const top = join(import.meta.dirname, '..')
export const ROOMS = ['electron', 'renderer', 'shared'] as const

/** One source: its path from the project root, its text and its imports, as `importsIn` returns them. */
export interface Source {
  file: string
  text: string
  imports: readonly string[]
}

/** Every source in a folder; `.css` counts as lines, without imports. */
export function sourcesOf(room: string): Source[] {
  return readdirSync(join(top, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|css)$/.test(entry.name))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const text = readFileSync(path, 'utf8')
      const file = relative(top, path).replaceAll(sep, '/')
      return { file, text, imports: importsIn(file, text) }
    })
}

/** Import cycles of any kind (Tarjan's strongly connected components). */
export function circles(sources: readonly Source[]): string[][] {
  const imports = new Map(sources.map((one) => [one.file, one.imports]))
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const visit = (file: string): void => {
    index.set(file, index.size)
    low.set(file, index.size - 1)
    stack.push(file)
    for (const next of imports.get(file) ?? []) {
      if (!imports.has(next)) continue
      if (!index.has(next)) visit(next)
      if (stack.includes(next)) low.set(file, Math.min(low.get(file) ?? 0, low.get(next) ?? 0))
    }
    if (low.get(file) !== index.get(file)) return
    const group = stack.splice(stack.indexOf(file))
    if (group.length > 1) found.push(group.toSorted())
  }
  for (const { file } of sources) if (!index.has(file)) visit(file)
  return found
}

/** A function, measured from its name or parameters to its end. */
export interface Measured {
  file: string
  name: string
  lines: number
}

type Syntax = { type: string; start: number; end: number; [key: string]: unknown }

/** Every function of a source with its length in lines, the longest first. */
export function functionsOf({ file, text }: Source): Measured[] {
  if (file.endsWith('.css')) return []
  const found: Measured[] = []
  const visit = (node: Syntax, name: string): void => {
    if (/Function(Declaration|Expression)$/.test(node.type)) {
      const lines = text.slice(node.start, node.end).split('\n').length
      found.push({ file, name: nameIn(node.id) ?? name, lines })
    }
    const inner = nameIn(node.id) ?? nameIn(node.key) ?? name
    for (const child of Object.values(node).flat()) if (isSyntax(child)) visit(child, inner)
  }
  visit(parseSync(file, text).program as unknown as Syntax, 'module')
  return found.toSorted((one, other) => other.lines - one.lines)
}

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && typeof (value as Syntax).type === 'string'

function nameIn(value: unknown): string | null {
  return isSyntax(value) && typeof value.name === 'string' ? value.name : null
}

const linesOf = (sources: readonly Source[]) =>
  sources.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)

function report(): string {
  const rooms = [...ROOMS, 'test'].map((room) => ({ room, sources: sourcesOf(room) }))
  const product = rooms.filter(({ room }) => room !== 'test').flatMap(({ sources }) => sources)
  const row = (name: string, sources: Source[]) =>
    `${name.padEnd(10)}${String(sources.length).padStart(6)} files${String(linesOf(sources)).padStart(8)} lines`
  const longest = product.flatMap(functionsOf).toSorted((one, other) => other.lines - one.lines)
  const rings = circles(product)
  return [
    ...rooms.map(({ room, sources }) => row(room, sources)),
    row('product', product),
    `${rings.length} circles of imports${rings.map((ring) => `\n  ${ring.join(' ')}`).join('')}`,
    'longest functions:',
    ...longest.slice(0, 8).map(({ file, name, lines }) => `${String(lines).padStart(5)} ${name} in ${file}`),
  ].join('\n')
}

if (import.meta.main) console.log(report())
