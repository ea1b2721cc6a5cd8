import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bundledPackages } from './licences/bundledPackages.ts'
import { languageOf } from './words/language.ts'
import { wordsIn } from './words/plugin.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The panel: relative addresses and nothing inline, so that it runs under a strict content policy from any path. */
export default defineConfig({
  root: here('../renderer'),
  base: './',
  cacheDir: here('../.cache/vite'),
  plugins: [wordsIn(languageOf(process.env.CUELIGHT_LANGUAGE)), react(), bundledPackages('renderer')],
  build: {
    outDir: here('../.dist/renderer'),
    emptyOutDir: true,
    target: 'es2022',
    // For older browsers `:dir(rtl)` would become a list of languages, and changing `dir` would have no effect.
    cssTarget: ['chrome120', 'firefox121', 'safari17'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Everything needed on start is one script, executed in source order: `withoutEval.ts` before what loads schemas.
    // Only code that is needed later is split off.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'panel', tags: ['$initial'] }] } } },
  },
})
