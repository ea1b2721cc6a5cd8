import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { bundledPackages } from './licences/bundledPackages.ts'
import { smallPages } from './smallPages.ts'
import { languageOf } from './words/language.ts'
import { wordsIn } from './words/plugin.ts'

/** Bundles the main side: one file per entry with everything it needs, so that starting reads few files. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  logLevel: 'warn',
  plugins: [wordsIn(languageOf(process.env.CUELIGHT_LANGUAGE)), bundledPackages('main'), smallPages()],
  build: {
    ssr: true,
    target: 'node24',
    outDir: '.dist/main',
    emptyOutDir: true,
    sourcemap: false,
    rolldownOptions: {
      input: {
        headless: 'electron/headless.ts',
        main: 'electron/main.ts',
        studio: 'electron/studio/main.ts',
        engine: 'electron/studio/engine/main.ts',
        keychain: 'electron/core/keychain/main.ts',
        cli: 'electron/cli/main.ts',
      },
      output: {
        ...{ entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
        // Fewer bytes to compile at each start. Names and statements stay as written: stack traces remain readable.
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      },
    },
  },
  // These look for files next to their own: they stay packages and are shipped so (`dependencies` in package.json).
  ssr: { noExternal: true, external: ['electron', 'write-file-atomic', 'open', 'keytar'] },
})
