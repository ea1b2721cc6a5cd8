/** The control API as an AsyncAPI 3.0 document, made from the schemas with which its messages are parsed. */
import * as z from 'zod'
import type { Json } from '../contract/openapi.ts'
import { CONTROL_CLOSE, CONTROL_PATH, CONTROL_VERSION, ControlReply, ControlRequest, Identify } from './protocol.ts'

const ABOUT = `The lamps and keys of Cuelight, for decks, scripts and other programs of the same computer.

A client connects, and the core says \`hello\` with a nonce. The client answers with \`identify\`: the id of its pairing, a nonce of
its own, and a proof. Both proofs cover the text \`cuelight-control ${CONTROL_VERSION} HOST CLIENT_NONCE CORE_NONCE\` (HOST as in the
address, with its port). As in RFC 5802, with HMAC and SHA-256: ClientKey = HMAC(code, "Client Key"), StoredKey = SHA256(ClientKey),
proof = ClientKey XOR HMAC(StoredKey, text); the core's is HMAC(HMAC(code, "Server Key"), text). The code itself is never sent.

Then a \`snapshot\` of the state comes, and a \`patch\` for each change: each field in it replaces that field. Every message shows that
what came before still holds; from \`staleMs\` without one on, draw every lamp as stale. After such silence, what you read next may have
waited while your program or the core was held up: ask for a snapshot (\`resync\`), and light lamps again only by that. Every request
gets one reply with its id. Send with every command, as \`asOf\`, the \`now\` that you heard last: a press that the core reads seconds late
is then refused instead of acting late (\`cancelArm\` never is). A command is never repeated by anyone: without a reply, look at the
state to see whether it worked.`

/** The messages of a union, by their type. @param io the form that is sent, or the one that is received */
function messagesOf(schemas: readonly z.ZodObject[], io: 'input' | 'output'): Record<string, Json> {
  return Object.fromEntries(
    schemas.map((schema) => {
      const { $schema: _, ...payload } = z.toJSONSchema(schema, { target: 'draft-7', io })
      const name = (schema.shape.type as z.ZodLiteral<string>).value
      return [name, { name, payload }]
    }),
  )
}

const reference = (path: string): Json => ({ $ref: `#/${path}` })

/** Makes the document. @param version of Cuelight */
export function asyncapiDocument(version: string): Json {
  const sent = messagesOf(ControlReply.options, 'output')
  const received = messagesOf([Identify, ...ControlRequest.options], 'input')
  const names = (messages: object) => Object.keys(messages)
  const channel = 'channels/control'
  const all = [...names(sent), ...names(received)]
  const operation = (action: 'send' | 'receive', messages: object): Json => ({
    action,
    channel: reference(channel),
    messages: names(messages).map((name) => reference(`${channel}/messages/${name}`)),
  })
  return {
    asyncapi: '3.0.0',
    info: { title: 'Cuelight control API', version, description: ABOUT, license: { name: 'MIT' } },
    defaultContentType: 'application/json',
    servers: {
      local: { host: '127.0.0.1', protocol: 'ws', description: 'With the port that `cuelight pair` prints.' },
    },
    channels: {
      control: {
        address: CONTROL_PATH,
        messages: Object.fromEntries(all.map((name) => [name, reference(`components/messages/${name}`)])),
      },
    },
    operations: { say: operation('send', sent), hear: operation('receive', received) },
    components: { messages: { ...sent, ...received } },
    'x-version': CONTROL_VERSION,
    'x-close-codes': Object.fromEntries(Object.values(CONTROL_CLOSE).map(({ code, about }) => [code, about])),
  }
}
