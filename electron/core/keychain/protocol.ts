/** What the core and its keychain process say to each other: one line of JSON each way, over pipes. */
import * as z from 'zod'

const service = z.string().min(1)
const account = z.string().min(1).max(200)

export const Question = z.discriminatedUnion('ask', [
  z.strictObject({ ask: z.literal('get'), service, account, manner: z.enum(['quietly', 'asking']) }),
  z.strictObject({ ask: z.literal('set'), service, account, key: z.string().min(1) }),
  z.strictObject({ ask: z.literal('remove'), service, account }),
])
export type Question = z.output<typeof Question>

export const Reply = z.discriminatedUnion('is', [
  z.object({ is: z.literal('found'), key: z.string().min(1) }),
  z.object({ is: z.literal('missing') }),
  z.object({ is: z.literal('locked') }),
  z.object({ is: z.literal('kept') }),
  z.object({ is: z.literal('removed') }),
  z.object({ is: z.literal('none'), message: z.string() }),
])
export type Reply = z.output<typeof Reply>
