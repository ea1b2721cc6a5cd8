import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import writeFileAtomic from 'write-file-atomic'
import { STARTING_WORDS } from '../../shared/words/programs.ts'

/** One for all: whatever an older one leads to is used or too old by the time there is a newer one. */
const FILE = 'cuelight-panel.html'

/**
 * Opens an address of the panel in the default browser; where there is none, the printed address is the way in, and this
 * says so. Any user can read the command line of any process, and the address opens the panel to whoever is first: the
 * opener, and the browser after it, are told of a private file that leads there.
 */
export async function openInBrowser(address: string, dataDir: string): Promise<void> {
  try {
    // A browser on Windows knows no path of the Linux within it.
    if (process.env.WSL_DISTRO_NAME) return tell()
    const file = join(await readableFolder(dataDir), FILE)
    await writeFileAtomic(file, pageTo(address), { mode: 0o600 })
    const { default: open } = await import('open')
    const opener = await open(pathToFileURL(file).href)
    opener.on('error', tell)
    opener.on('exit', (code) => {
      if (code) tell()
    })
  } catch {
    tell()
  }
}

/**
 * The data dir, unless the default browser is a snap: those read no hidden folder of a home, where data dirs are, and have
 * a `/tmp` of their own; what they do read is their own folder, as private as the home is. A flatpak reads whatever file it
 * is opened with, as its launcher hands that file in (the document portal).
 */
async function readableFolder(dataDir: string): Promise<string> {
  if (process.platform !== 'linux') return dataDir
  const browser = await new Promise<string>((resolve) =>
    execFile('xdg-settings', ['get', 'default-web-browser'], { timeout: 1_000 }, (_, said) => resolve(String(said))),
  )
  // The desktop file of a snap is named after the snap and its program.
  const [, snap] = /^([a-z0-9-]+)_[\w.-]+\.desktop\s*$/.exec(browser) ?? []
  const folder = join(homedir(), 'snap', snap ?? '', 'common')
  return snap && existsSync(folder) ? folder : dataDir
}

/** @param address one of ours: it has no character that means something in HTML, or is written as none */
function pageTo(address: string): string {
  const href = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Cuelight</title>
<meta http-equiv="refresh" content="0; url=${href}"><a href="${href}">Cuelight</a>\n`
}

function tell(): void {
  console.error(STARTING_WORDS.noBrowser)
}
