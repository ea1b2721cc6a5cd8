import type { Download } from '../../shared/bridge/bridge.ts'
import { fileOf } from '../../shared/bridge/broadcastFile.ts'
import { handedToBrowser, notSaved, SAVE_WORDS } from '../../shared/words/panel/setup.ts'

/** How long a saved file stays in the page's memory, in ms: the browser may first ask the user where to put it. */
const KEPT_MS = 60_000

/**
 * Hands a file from the core to the browser. The file is fetched completely first, so that a refusal is reported and
 * never saved as a file.
 * @param address asks the core for an address where the file can be fetched once
 * @returns what happened, in words
 * @throws an error with a message in plain words
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
  // The connection may still break in the middle of the body.
  return response.blob().catch(() => {
    throw new Error(SAVE_WORDS.noAnswer)
  })
}
