import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bundledPackages } from './licences/bundledPackages.ts'
import { languageOf } from './words/language.ts'
import { wordsIn } from './words/plugin.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The panel: relative addresses, nothing inline, so that it runs under a strict content policy from any path. */
export default defineConfig({
  root: here('../renderer'),
  base: './',
  cacheDir: here('../.cache/vite'),
  plugins: [wordsIn(languageOf(process.env.CUELIGHT_LANGUAGE)), react(), bundledPackages('renderer')],
  build: {
    outDir: here('../.dist/renderer'),
    emptyOutDir: true,
    target: 'es2022',
    // For older browsers `:dir(rtl)` would be rewritten to a list of languages, and the direction itself turn nothing.
    cssTarget: ['chrome120', 'firefox121', 'safari17'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // All that is there from the start is one script, run in the order it is written: `withoutEval.ts` before what
    // loads schemas. Only what somebody asks for later is a script of its own.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'panel', tags: ['$initial'] }] } } },
  },
})
