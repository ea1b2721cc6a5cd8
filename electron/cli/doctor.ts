import type { QueryAnswer } from '../../shared/query/query.ts'
import { EXIT } from '../../shared/words/cli/cli.ts'
import { doctorReport } from '../../shared/words/cli/doctor.ts'
import type { Answer } from './answer.ts'
import type { Desk } from './desk.ts'
import { notRead } from './reading.ts'

/** What works on this computer, line by line. If something does not, the exit code is that of a refusal. */
export async function doctor({ client }: Desk): Promise<Answer> {
  try {
    const { value } = await client.query('thisComputer', {})
    const { ok, sentence, lines, computer } = doctorReport((value as QueryAnswer<'thisComputer'>).lines)
    return { code: ok ? EXIT.done : EXIT.refused, sentence, lines, fields: { computer } }
  } catch (error) {
    return notRead(error)
  }
}
