import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { PLUGIN_FOLDER } from '../electron/decks/streamdeck/manifest.ts'
import { pluginFiles } from './deck/pluginFiles.ts'
import { languageOf } from './words/language.ts'
import { wordsIn } from './words/plugin.ts'

/** The Stream Deck plugin: its program as one file, and beside it all that the application wants to find. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  logLevel: 'warn',
  plugins: [wordsIn(languageOf(process.env.CUELIGHT_LANGUAGE)), pluginFiles()],
  build: {
    ssr: 'electron/decks/streamdeck/main.ts',
    target: 'node24',
    outDir: `.dist/deck/${PLUGIN_FOLDER}/bin`,
    emptyOutDir: true,
    sourcemap: false,
    rolldownOptions: { output: { entryFileNames: 'plugin.js', codeSplitting: false } },
  },
  // ws uses these native helpers if they are there: they are not.
  ssr: { noExternal: true, external: ['bufferutil', 'utf-8-validate'] },
})
