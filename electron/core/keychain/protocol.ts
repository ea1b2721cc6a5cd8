/** What the core and its keychain process say to each other: one line of JSON each way, over pipes. */
import * as z from 'zod'

const account = z.string().min(1).max(200)

export const Question = z.discriminatedUnion('ask', [
  z.strictObject({ ask: z.literal('get'), service: z.string().min(1), account }),
  z.strictObject({ ask: z.literal('set'), service: z.string().min(1), account, key: z.string().min(1) }),
  z.strictObject({ ask: z.literal('remove'), service: z.string().min(1), account }),
])
export type Question = z.output<typeof Question>

export const Reply = z.discriminatedUnion('is', [
  z.object({ is: z.literal('found'), key: z.string().min(1) }),
  z.object({ is: z.enum(['missing', 'locked', 'kept', 'removed']) }),
  z.object({ is: z.literal('none'), message: z.string() }),
])
export type Reply = z.output<typeof Reply>
