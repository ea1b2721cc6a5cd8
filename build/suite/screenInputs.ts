import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { importsIn } from '../imports.ts'

/** All of the panel, and all that opens its states and looks at them; with these goes whatever they import. */
const ROOTS = ['renderer', 'test/screens', 'build/vite.renderer.config.ts', 'package-lock.json']
/** What is written about them, and the digest itself. */
const NOT_DRAWN = /\.(md|sha256)$/

/**
 * Every file that a look at the screens depends on, sorted; paths from the top.
 *
 * @param top the folder of the project
 */
export function screenInputs(top: string): string[] {
  const files = new Set<string>()
  const todo = ROOTS.flatMap((root) => filesOf(top, root))
  for (let file = todo.pop(); file !== undefined; file = todo.pop()) {
    if (files.has(file)) continue
    files.add(file)
    if (/\.tsx?$/.test(file))
      todo.push(...importsIn(file, read(top, file)).filter((name) => existsSync(join(top, name))))
  }
  return [...files].sort()
}

/** One text for all of them: another one, and something a screen is drawn from is another. */
export function screensDigest(top: string): string {
  const hash = createHash('sha256')
  for (const file of screenInputs(top)) hash.update(`${file}\0${read(top, file)}\0`)
  return hash.digest('hex')
}

function filesOf(top: string, root: string): string[] {
  if (/\.\w+$/.test(root)) return [root]
  return readdirSync(join(top, root), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !NOT_DRAWN.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(top, '/').length).replaceAll(sep, '/'))
}

/** With the same ends of lines wherever it was checked out. */
const read = (top: string, file: string) => readFileSync(join(top, file), 'utf8').replaceAll('\r\n', '\n')
