import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { bundledPackages } from './licences/bundledPackages.ts'

/** The preload script: one CommonJS file, because a sandboxed renderer can load nothing else. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  logLevel: 'warn',
  plugins: [bundledPackages('preload')],
  build: {
    ssr: 'electron/preload.ts',
    target: 'node24',
    outDir: '.dist/preload',
    emptyOutDir: true,
    sourcemap: false,
    rolldownOptions: { output: { format: 'cjs', entryFileNames: 'preload.cjs' } },
  },
  ssr: { noExternal: true, external: ['electron'] },
})
