/** The types that the client is written with: in the client that is handed out, their text stands in their place. */
export type { ControlCommandInput as ControlCommand } from '../../../shared/control/commands.ts'
export type { ControlState } from '../../../shared/control/model.ts'
export type { ControlReply } from '../../../shared/control/protocol.ts'
