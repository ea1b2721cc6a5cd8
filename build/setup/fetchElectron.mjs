import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { nodePath } from './packages.mjs'
import { top } from './running.mjs'
import { tell } from './tell.mjs'

/** A slow network may take long; the download is cancelled only after this long without any progress. */
const STALL_MS = 30_000
const LOOK_MS = 1_000
const TOLD_MB = 20

/**
 * Fetches Electron's program with its own installer, which verifies the download against the checksums in its package.
 * Reports progress. Resolves with null, or in plain words why it failed.
 * @param {string} folder of Electron's package
 */
export async function fetchElectron(folder, { stallMs = STALL_MS, lookMs = LOOK_MS } = {}) {
  const cache = join(top, '.cache/electron')
  mkdirSync(cache, { recursive: true })
  const temporary = mkdtempSync(join(cache, 'fetching-'))
  tell('▸ Electron (once; some 120 MB)')
  const child = spawn(nodePath(), [join(folder, 'install.js')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, TMPDIR: temporary, TEMP: temporary, TMP: temporary },
  })
  const said = allOf(child.stderr)
  const stalled = watched(child, [temporary, join(folder, 'dist')], { stallMs, lookMs })
  const code = await ended(child)
  const why = stalled() ? `nothing came for ${stallMs / 1000} s` : code === 0 ? null : firstLine(said())
  rmSync(temporary, { recursive: true, force: true })
  tell(why === null ? '✓ Electron' : `✗ Electron: ${why}`)
  return why
}

function ended(child) {
  return new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('close', (code) => resolve(code))
  })
}

/** Kills the child when nothing grows any more. Returns a function that tells whether that happened. */
function watched(child, folders, { stallMs, lookMs }) {
  let [size, told, stalled] = [0, 0, false]
  let since = performance.now()
  const watch = setInterval(() => {
    const now = folders.reduce((sum, folder) => sum + sizeOf(folder), 0)
    if (now !== size) since = performance.now()
    size = now
    const megabytes = Math.floor(size / 1e6)
    if (megabytes >= told + TOLD_MB) {
      told = megabytes
      tell(`  ${megabytes} MB`)
    }
    if (performance.now() - since < stallMs) return
    stalled = true
    child.kill('SIGKILL')
  }, lookMs)
  child.once('close', () => clearInterval(watch))
  return () => stalled
}

/** Bytes in a folder while it is being filled; 0 if files disappear meanwhile. */
function sizeOf(folder) {
  try {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  } catch {
    return 0
  }
}

function allOf(stream) {
  let text = ''
  stream.on('data', (part) => {
    text += part
  })
  return () => text
}

/** An installer's messages about a missing network, which are meant for programmers. */
const NO_NETWORK = /fetch failed|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH/

function firstLine(text) {
  const line = text.trim().split('\n')[0]
  if (!line) return 'its installer failed and said nothing'
  return NO_NETWORK.test(line) ? 'the place it comes from cannot be reached' : line
}
