import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import writeFileAtomic from 'write-file-atomic'
import { STARTING_WORDS } from '../../shared/words/cli/programs.ts'

/** One file for all addresses: by the time there is a newer address, the older one is used or expired. */
const FILE = 'cuelight-panel.html'

/**
 * Opens an address of the panel in the default browser. If there is none, this tells the user to use the printed
 * address. Any user can read the command line of any process, and the first to open the address gets the panel, so the
 * opener and the browser only get the path of a private file that leads there.
 */
export async function openInBrowser(address: string, dataDir: string): Promise<void> {
  try {
    // A browser on Windows cannot open a path inside WSL.
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
 * The data dir, unless the default browser is a snap: snaps cannot read hidden folders in the home, where data dirs
 * are, and have their own `/tmp`. They can read their own folder, which is as private as the home. A flatpak can read
 * the file it is opened with, because its launcher passes that file in (the document portal).
 */
async function readableFolder(dataDir: string): Promise<string> {
  if (process.platform !== 'linux') return dataDir
  const browser = await new Promise<string>((resolve) =>
    execFile('xdg-settings', ['get', 'default-web-browser'], { timeout: 1_000 }, (_, said) => resolve(String(said))),
  )
  // A snap's desktop file is named after the snap and its program.
  const [, snap] = /^([a-z0-9-]+)_[\w.-]+\.desktop\s*$/.exec(browser) ?? []
  const folder = join(homedir(), 'snap', snap ?? '', 'common')
  return snap && existsSync(folder) ? folder : dataDir
}

/** @param address one of ours: it contains no special HTML characters other than those escaped here */
function pageTo(address: string): string {
  const href = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Cuelight</title>
<meta http-equiv="refresh" content="0; url=${href}"><a href="${href}">Cuelight</a>\n`
}

function tell(): void {
  console.error(STARTING_WORDS.noBrowser)
}
