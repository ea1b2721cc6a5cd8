/** Servers to which the local studio really broadcasts. A stream key is never an argument: it comes through a pipe. */
import { CLI_SENTENCES, EXIT } from '../../shared/words/cli/cli.ts'
import type { Answer } from './answer.ts'
import { type Desk, sendOnce } from './desk.ts'

/** Adds a server, gives one its key, or removes one. */
export async function server(desk: Desk): Promise<Answer> {
  const [what, about = '', ...words] = desk.typed.about.split(' ')
  if (what === 'remove') return sendOnce(desk, { type: 'removeServer', destinationId: about })
  const name = words.join(' ')
  if (what === 'add' && name === '') return usage(CLI_SENTENCES.serverName)
  const key = (await desk.piped())?.trim() || null
  if (key === null) return usage(CLI_SENTENCES.streamKey)
  if (what === 'key') return sendOnce(desk, { type: 'setServerKey', destinationId: about, key })
  return sendOnce(desk, { type: 'addServer', url: about, name, key })
}

const usage = (sentence: string): Answer => ({ code: EXIT.usage, sentence })
