import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AppState } from '../../shared/state.ts'
import { SUPPORT_FILES, SUPPORT_WORDS } from '../../shared/words/bundle.ts'
import { readAddress } from '../studio/address.ts'
import type { Redactor } from './redact.ts'
import { contentOf, MOST_BYTES, type Source, sourcesIn } from './sources.ts'
import type { Versions } from './versions.ts'
import { openZip, type ZipWriter } from './zip.ts'

export interface BundleOptions {
  readonly dataDir: string
  readonly studioDir: string
  readonly versions: Versions
  readonly state: AppState
  /** Knows the secrets of this run; those that lie on the disk it is told here. */
  readonly redactor: Redactor
  /** Wall time, in ms. */
  readonly now: number
}

interface Told {
  inside: string[]
  missing: string[]
}

/**
 * Puts together what helps somebody to help: a zip file, every file of it without secrets. What cannot be read is named
 * in its README.txt. Rejects only when the zip file itself cannot be made.
 */
export async function makeBundle(options: BundleOptions): Promise<Uint8Array> {
  const { dataDir, studioDir, state, redactor } = options
  hideStudioSecrets(studioDir, redactor)
  const zip = openZip(options.now)
  const told: Told = { inside: [], missing: [] }
  const overrideFile = state.override?.file ?? null
  for (const source of await sourcesIn({ dataDir, studioDir, overrideFile }))
    await addFile(zip, source, redactor, told)
  for (const name of ['versions', 'state'] as const) {
    await zip.add(`${name}.json`, await redacted(asJson(options[name]), redactor))
    told.inside.push(entry(`${name}.json`, SUPPORT_FILES[name]))
  }
  await zip.add('README.txt', await redacted(readme(told), redactor))
  return zip.end()
}

async function addFile(zip: ZipWriter, source: Source, redactor: Redactor, told: Told): Promise<void> {
  const content = await contentOf(source.path)
  if ('problem' in content) {
    if (!(content.absent && source.maybe)) told.missing.push(entry(source.name, content.problem))
    return
  }
  await zip.add(source.name, await redacted(content.text, redactor))
  const end = content.isEnd ? ` (${SUPPORT_WORDS.onlyEnd(MOST_BYTES / 1024)})` : ''
  told.inside.push(entry(source.name, source.about + end))
}

/** Some lines at a time: a show goes on meanwhile. */
const BLOCK_CHARACTERS = 64 * 1024

async function redacted(text: string, { redact }: Redactor): Promise<string> {
  const blocks: string[] = []
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from + BLOCK_CHARACTERS)
    const to = end < 0 ? text.length : end + 1
    blocks.push(redact(text.slice(from, to)))
    from = to
    await new Promise((resolve) => setImmediate(resolve))
  }
  return blocks.join('')
}

/** The studio's key and the secret of its administration; not there, there is nothing to hide. */
function hideStudioSecrets(studioDir: string, redactor: Redactor): void {
  const address = readAddress(studioDir)
  if (address) redactor.hide(address.adminSecret)
  try {
    redactor.hide(readFileSync(join(studioDir, 'studio-key'), 'utf8').trim())
  } catch {
    // Nobody can have put into a log what cannot be read here: the studio's keys are hidden by their prefix besides.
  }
}

const asJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
const entry = (name: string, about: string) => `  ${name}: ${about}`

function readme({ inside, missing }: Told): string {
  const { title, about, inside: insideWords, missing: missingWords, nothingMissing, secrets } = SUPPORT_WORDS
  const gone = missing.length === 0 ? [nothingMissing] : [missingWords, ...missing]
  return [title, '', ...about, '', insideWords, ...inside, '', ...gone, '', ...secrets, ''].join('\r\n')
}
