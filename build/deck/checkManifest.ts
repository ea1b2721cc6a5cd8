/** Checks a plugin's folder as the vendor's tool does: its manifest by the vendor's schema, and every file it names. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Ajv from 'ajv'
import * as z from 'zod'

const SCHEMA = fileURLToPath(
  new URL('../../node_modules/@elgato/schemas/streamdeck/plugins/manifest.json', import.meta.url),
)

/** What of a manifest names files. */
const Named = z.object({
  CodePath: z.string(),
  PropertyInspectorPath: z.string(),
  Icon: z.string(),
  CategoryIcon: z.string(),
  Actions: z.array(z.object({ Icon: z.string(), States: z.array(z.object({ Image: z.string() })) })),
})

/** What is wrong with the plugin in this folder, a line each; none: nothing. */
export function manifestFaults(folder: string): string[] {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  // The schema has keywords of the vendor's own, for files and messages.
  const fits = new Ajv({ strict: false, allErrors: true }).compile(JSON.parse(readFileSync(SCHEMA, 'utf8')))
  if (!fits(manifest)) return (fits.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  const { CodePath, PropertyInspectorPath, Icon, CategoryIcon, Actions } = Named.parse(manifest)
  const pictures = [CategoryIcon, ...Actions.flatMap((one) => [one.Icon, ...one.States.map(({ Image }) => Image)])]
  const files = [
    CodePath,
    PropertyInspectorPath,
    `${Icon}.png`,
    `${Icon}@2x.png`,
    ...pictures.map((one) => `${one}.svg`),
  ]
  return files.filter((file) => !existsSync(join(folder, file))).map((file) => `${file} is missing`)
}
