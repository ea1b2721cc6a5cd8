import type { Download } from '../../shared/bridge/bridge.ts'
import { fileOf } from '../../shared/bridge/broadcastFile.ts'
import { handedToBrowser, notSaved, SAVE_WORDS } from '../../shared/words/setup.ts'

/** How long a handed-out file stays in the page's memory, in ms: the browser may ask its person first where to put it. */
const KEPT_MS = 60_000

/**
 * Hands a file of Cuelight's to the browser, fetched whole first: a refusal is told and never saved as a file. Says
 * what became of it, or throws what happened, in plain words. @param address asks the core where it can be fetched, once
 */
export async function save(
  download: Download,
  about: string | null,
  address: () => Promise<string>,
): Promise<string> {
  const file = fileOf(download, about)
  const blob = await fetched(address)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = file
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
  return handedToBrowser(file)
}

async function fetched(address: () => Promise<string>): Promise<Blob> {
  const response = await address()
    .then(fetch)
    .catch(() => null)
  if (response === null) throw new Error(SAVE_WORDS.noAnswer)
  if (!response.ok) throw new Error(notSaved(response.status))
  // The answer may still break in its middle.
  return response.blob().catch(() => {
    throw new Error(SAVE_WORDS.noAnswer)
  })
}
