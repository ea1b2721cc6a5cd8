/** Servers to which the local studio really broadcasts. A stream key is never an argument: it comes through a pipe. */
import { CLI_SENTENCES, EXIT } from '../../shared/words/cli/cli.ts'
import type { Answer } from './answer.ts'
import { type Desk, sendOnce } from './desk.ts'

/** Adds a server, changes one, or removes one. */
export async function server(desk: Desk): Promise<Answer> {
  const [what, about = '', ...words] = desk.typed.about.split(' ')
  if (what === 'remove') return sendOnce(desk, { type: 'removeServer', destinationId: about })
  const name = words.join(' ')
  if (name === '' && (what === 'add' || what === 'rename')) return usage(CLI_SENTENCES.serverName)
  if (what === 'rename') return sendOnce(desk, { type: 'changeServer', destinationId: about, name })
  const key = (await desk.piped())?.trim() || null
  if (key === null) return usage(CLI_SENTENCES.streamKey)
  if (what === 'key') return sendOnce(desk, { type: 'changeServer', destinationId: about, key })
  if (what === 'move') return sendOnce(desk, { type: 'changeServer', destinationId: about, url: name, key })
  return sendOnce(desk, { type: 'addServer', url: about, name, key })
}

const usage = (sentence: string): Answer => ({ code: EXIT.usage, sentence })
