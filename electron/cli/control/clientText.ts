import * as z from 'zod'
import { ControlCommand } from '../../../shared/control/commands.ts'
import { ControlState } from '../../../shared/control/model.ts'
import { ControlReply } from '../../../shared/control/protocol.ts'
import { typeText } from '../../../shared/control/typeText.ts'
import client from './client.ts?raw'

/** The form in which each is seen by a client. */
const TYPES = {
  ControlState: [ControlState, 'output'],
  ControlReply: [ControlReply, 'output'],
  ControlCommand: [ControlCommand, 'input'],
} as const

/** The client as one file: its types, made from the schemas of the messages, and what it does. */
export function clientText(): string {
  const types = Object.entries(TYPES).map(([name, [schema, io]]) => {
    const { $schema: _, ...json } = z.toJSONSchema(schema, { io })
    return `export type ${name} = ${typeText(json)}\n`
  })
  return client.replace(/^import type .*\n/m, () => types.join('\n'))
}
