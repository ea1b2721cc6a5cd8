/**
 * Writes the list of licences of what we ship, next to the page that shows it. Run it after the builds, which record
 * the packages they contain.
 *
 *   node build/licences/write.ts
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { LICENCES_FILE } from '../../shared/util/licences.ts'
import { BUNDLED } from './bundledPackages.ts'
import { licencesOf } from './licences.ts'
import { shippedFolders } from './shippedPackages.ts'

const top = fileURLToPath(new URL('../..', import.meta.url))
const pages = join(top, '.dist/renderer')

const bundled = readdirSync(BUNDLED).flatMap((file) =>
  z.array(z.string()).parse(JSON.parse(readFileSync(join(BUNDLED, file), 'utf8'))),
)
const folders = [...new Set([...bundled, ...shippedFolders(top)])]
mkdirSync(pages, { recursive: true })
writeFileSync(join(pages, LICENCES_FILE), JSON.stringify(licencesOf(top, folders)))
