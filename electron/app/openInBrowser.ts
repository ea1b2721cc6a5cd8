import { STARTING_WORDS } from '../../shared/words/programs.ts'
/** Opens an address in the default browser; where there is none, the printed address is the way in, and this says so. */
export async function openInBrowser(address: string): Promise<void> {
  try {
    const { default: open } = await import('open')
    const opener = await open(address)
    opener.on('error', tell)
    opener.on('exit', (code) => {
      if (code) tell()
    })
  } catch {
    tell()
  }
}

function tell(): void {
  console.error(STARTING_WORDS.noBrowser)
}
