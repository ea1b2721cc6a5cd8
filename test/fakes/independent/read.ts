import type { IncomingMessage } from 'node:http'

const LARGEST = 1_000_000

/** The body of a request: parsed JSON, the text when it is none, null when there is nothing. */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= LARGEST) chunks.push(chunk)
  }
  return parsed(Buffer.concat(chunks).toString('utf8'))
}

function parsed(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
