/**
 * Finds regular expressions in the sources that take more than linear time. With one of those, a long text from outside
 * could block everything, including Stop. Part of every full test run: those that were judged before are listed in
 * `linear.txt`, so that only new ones take time. `npm run check` lists those too, to be committed.
 *
 *   node build/safety/patterns.ts [--record]
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv, env } from 'node:process'
import { parseSync } from 'vite'
import { ROOMS, type Source, sourcesOf } from '../shape.ts'

const top = join(import.meta.dirname, '../..')
const LINEAR = join(import.meta.dirname, 'linear.txt')
/** How long one judgement may take, in ms: long enough for a busy machine. */
const PATIENCE_MS = 120_000

/** A regular expression, and its file. */
export interface Pattern {
  file: string
  source: string
  flags: string
}

type Syntax = { type: string; regex?: { pattern: string; flags: string }; [key: string]: unknown }

/** Every regular expression literal in a source. */
export function patternsIn({ file, text }: Source): Pattern[] {
  if (file.endsWith('.css')) return []
  const found: Pattern[] = []
  const visit = (node: Syntax): void => {
    if (node.regex) found.push({ file, source: node.regex.pattern, flags: node.regex.flags })
    for (const child of Object.values(node).flat()) if (isSyntax(child)) visit(child)
  }
  visit(parseSync(file, text).program as unknown as Syntax)
  return found
}

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && typeof (value as Syntax).type === 'string'

/**
 * Those that are built at run time, found by running the code that builds them: which address may receive a key, what
 * looks like a secret, the paths of the interface.
 */
async function patternsMade(): Promise<Pattern[]> {
  const found: Pattern[] = []
  const plain = globalThis.RegExp
  let file = ''
  globalThis.RegExp = new Proxy(plain, {
    construct(target, given: [string, string?]) {
      const made = new target(...given)
      found.push({ file, source: made.source, flags: made.flags })
      return made
    },
  })
  try {
    for (const [path, use] of MADE) {
      file = path
      use(await import(join(top, path)))
    }
  } finally {
    globalThis.RegExp = plain
  }
  return found
}

const SECRET = 'svc_0123456789abcdef'
// biome-ignore lint/suspicious/noExplicitAny: each takes the module that stands beside it
const MADE: readonly [string, (module: any) => void][] = [
  ['shared/settings/baseUrl.ts', () => {}],
  [
    'electron/service/excerpt.ts',
    ({ keyPatterns, withoutKey }: typeof import('../../electron/service/excerpt.ts')) => {
      for (const prefix of ['svc_', 'own-', '+']) keyPatterns(prefix)
      withoutKey(SECRET, SECRET)
    },
  ],
  [
    'electron/support/redact.ts',
    ({ createRedactor }: typeof import('../../electron/support/redact.ts')) => {
      const redactor = createRedactor(['own-'])
      for (const secret of [SECRET, 'a']) redactor.hide(secret)
    },
  ],
]

/** Null if it takes linear time. The library's proofs are trusted; its suspicions are tried out. */
async function judge({ source, flags }: Pattern): Promise<string | null> {
  env.RECHECK_SYNC_BACKEND = 'pure'
  const { checkSync } = await import('recheck')
  const judged = checkSync(source, flags, { timeout: PATIENCE_MS })
  if (judged.status === 'safe') return null
  if (judged.status === 'unknown') return 'it could not be told: make it simpler'
  const { attack, checker, complexity } = judged
  if (checker === 'fuzz' && isQuick(new RegExp(source, flags), attack)) return null
  return `${complexity.summary}, as with ${attack.pattern}`
}

type Attack = Extract<import('recheck').Diagnostics, { status: 'vulnerable' }>['attack']
/** In characters: quadratic time takes many seconds for the last one, linear time some milliseconds. */
const LENGTHS = [2_000, 20_000, 200_000]
const QUICK_MS = 1_000

function isQuick(pattern: RegExp, { pumps, suffix }: Attack): boolean {
  return LENGTHS.every((length) => {
    const text = pumps.map(({ prefix, pump }) => prefix + pump.repeat(length / pumps.length / pump.length)).join('')
    const began = performance.now()
    // All matches, as in a search of a text.
    for (const _ of (text + suffix).matchAll(new RegExp(pattern, `g${pattern.flags.replace('g', '')}`)));
    return performance.now() - began < QUICK_MS
  })
}

/** The name of a pattern in `linear.txt`. */
export const keyOf = ({ source, flags }: Pattern) =>
  createHash('sha256').update(`${flags} ${source}`).digest('hex').slice(0, 32)

/** Those that are not linear, each with the reason, and the names of those that are. */
export async function judgePatterns(
  patterns: readonly Pattern[],
  known: ReadonlySet<string>,
): Promise<{ unsafe: string[]; linear: Set<string> }> {
  const linear = new Set<string>()
  const unsafe: string[] = []
  for (const pattern of patterns) {
    const key = keyOf(pattern)
    const why = known.has(key) || linear.has(key) ? null : await judge(pattern)
    if (why === null) linear.add(key)
    else unsafe.push(`${pattern.file}: /${pattern.source}/${pattern.flags} is not linear: ${why}`)
  }
  return { unsafe, linear }
}

if (import.meta.main) {
  const known = new Set(readFileSync(LINEAR, 'utf8').split('\n'))
  const patterns = [...ROOMS.flatMap(sourcesOf).flatMap(patternsIn), ...(await patternsMade())]
  const { unsafe, linear } = await judgePatterns(patterns, known)
  for (const one of unsafe) console.error(one)
  if (argv.includes('--record'))
    writeFileSync(
      LINEAR,
      [...linear]
        .toSorted()
        .map((key) => `${key}\n`)
        .join(''),
    )
  process.exitCode = unsafe.length > 0 ? 1 : 0
}
