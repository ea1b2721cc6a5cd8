import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bundledPackages } from './licences/bundledPackages.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The panel: relative addresses, nothing inline, so that it runs under a strict content policy from any path. */
export default defineConfig({
  root: here('../renderer'),
  base: './',
  cacheDir: here('../.cache/vite'),
  plugins: [react(), bundledPackages('renderer')],
  build: {
    outDir: here('../.dist/renderer'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
