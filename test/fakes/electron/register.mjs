/**
 * Loaded before the shipped main bundle (`node --import …/register.mjs .dist/main/main.mjs`): serves `electron` from the
 * stand-in, to `import` and to `require`. The names it exports are those of Electron's own types; what nobody wrote
 * throws when it is touched, so that a member can be missing but never silently undefined.
 */
import { readFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

const types = readFileSync(createRequire(import.meta.url).resolve('electron/electron.d.ts'), 'utf8')
const names = ['Main', 'Common'].flatMap((space) => {
  const start = types.indexOf(`  namespace ${space} {`)
  const declared = types.slice(start, types.indexOf('\n  }\n', start))
  return [...declared.matchAll(/^ {4}(?:const|class) (\w+)/gm)].map((match) => match[1])
})

// As in an Electron that was given an app's path.
process.versions.electron = '45.4.1'
process.defaultApp = true

/** Electron is ready once the app's main module was read, with all that it awaits: this is its last line. */
const READY = "globalThis[Symbol.for('cuelight.standIn')].app.becomeReady()"
const entry = pathToFileURL(process.argv[1] ?? '').href

registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'electron') return next(specifier, context)
    return {
      url: 'stand-in:electron',
      format: context.conditions.includes('require') ? 'commonjs' : 'module',
      shortCircuit: true,
    }
  },
  load(url, context, next) {
    if (url === entry) return { ...next(url, context), source: `${readFileSync(new URL(url), 'utf8')}\n;${READY}` }
    if (url !== 'stand-in:electron') return next(url, context)
    const esm = names.map((name) => `export const ${name} = standIn.${name}`).join('\n')
    const source = `const standIn = globalThis[Symbol.for('cuelight.standIn')]\n`
    return context.format === 'commonjs'
      ? { format: 'commonjs', source: `${source}module.exports = standIn`, shortCircuit: true }
      : { format: 'module', source: `${source}${esm}\nexport default standIn`, shortCircuit: true }
  },
})

const { control, standIn } = await import('./standIn.ts')
globalThis[Symbol.for('cuelight.standIn')] = standIn(names)
createRequire(import.meta.url)('./probe.cjs')

// A driver at the other end of the fork channel; the studio and the keychain run without one.
if (process.send) {
  const { serveDriver } = await import('./driven.ts')
  serveDriver(control, globalThis[Symbol.for('cuelight.standIn')])
}
