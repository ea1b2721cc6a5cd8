import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { importsIn } from '../imports.ts'

/** The whole panel, and everything that opens and tests it; their imports are added. */
const ROOTS = ['renderer', 'test/screens', 'test/renderer', 'build/vite.renderer.config.ts', 'package-lock.json']
/** Documentation about them, and the digest itself. */
const NOT_DRAWN = /\.(md|sha256)$/

/**
 * Every file that the tests of the panel alone depend on, sorted; paths from the project root.
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

/** One digest of all these files: it changes when anything that the panel or its tests are made of changes. */
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

/** With normalised line ends, however it was checked out. */
const read = (top: string, file: string) => readFileSync(join(top, file), 'utf8').replaceAll('\r\n', '\n')
