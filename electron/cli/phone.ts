/** Phones: on or off, pairs one, lists and ends them. */
import { createHash, randomBytes } from 'node:crypto'
import { renderUnicodeCompact } from 'uqr'
import { sameName } from '../../shared/control/pairings.ts'
import { PHONE_SCOPES } from '../../shared/control/scopes.ts'
import { PHONE_CODE_BYTES, phoneCodeOf, typedPhoneCode } from '../../shared/phone/code.ts'
import type { Phones } from '../../shared/phone/phones.ts'
import { PAIRING_WORDS } from '../../shared/words/accounts/pairings.ts'
import { PHONE_WORDS, PHONES_ON_THE_COMMAND_LINE, phoneText } from '../../shared/words/accounts/phones.ts'
import { EXIT } from '../../shared/words/cli/cli.ts'
import { inARow } from '../../shared/words/format.ts'
import type { Answer } from './answer.ts'
import { type Desk, sendOnce } from './desk.ts'

const WORDS = PHONES_ON_THE_COMMAND_LINE

/** Runs what was typed after `phone`; nothing: tells where they are served, and which have access. */
export async function phone(desk: Desk): Promise<Answer> {
  const [act = '', ...rest] = desk.typed.about.split(' ')
  const about = rest.join(' ').trim()
  if (act === 'on' || act === 'off') return sendOnce(desk, { type: 'setPhones', on: act === 'on' })
  if (act === 'pair') return pair(desk, about)
  const value = await known(desk)
  if (act === 'allow') return allow(desk, value, about)
  if (act === 'end') return end(desk, value, about)
  const lines = linesOf(value)
  return { code: EXIT.done, sentence: lines.join('\n'), lines, fields: { value } }
}

/** The code is made here, and only its hash leaves this process. */
async function pair(desk: Desk, name: string): Promise<Answer> {
  const scope = PHONE_SCOPES.find((one) => one === desk.typed.scope)
  if (!scope) return { code: EXIT.usage, sentence: PAIRING_WORDS.needsScope(inARow(PHONE_SCOPES)) }
  const code = phoneCodeOf(randomBytes(PHONE_CODE_BYTES))
  const codeHash = createHash('sha256')
    .update(typedPhoneCode(code) ?? '')
    .digest('hex')
  const answer = await sendOnce(desk, { type: 'pairPhone', name, scope, codeHash })
  if (answer.code !== EXIT.done) return answer
  const { served } = await known(desk)
  const [first] = served
  const ways = served.flatMap(({ url, fingerprint }) => [
    WORDS.openThere(url, code),
    `${PHONE_WORDS.fingerprint}: ${fingerprint}`,
  ])
  const picture = first ? renderUnicodeCompact(`${first.url}#${code}`).split('\n') : []
  const lines = [answer.sentence, ...ways, ...picture, WORDS.howToAllow]
  return { ...answer, lines, fields: { phone: { code, served } } }
}

/** Whoever types the digits has read them from the phone. */
async function allow(desk: Desk, { pairing }: Phones, typed: string): Promise<Answer> {
  const asks = pairing?.asks
  if (!asks) return { code: EXIT.refused, sentence: WORDS.noneAsks }
  const isSame = typed.replace(/\s/g, '') === asks.check.replace(/\s/g, '')
  if (!isSame) return { code: EXIT.refused, sentence: WORDS.otherDigits }
  return sendOnce(desk, { type: 'answerPhone', askId: asks.id, allow: true })
}

async function end(desk: Desk, { phones }: Phones, typed: string): Promise<Answer> {
  const one = phones.find(({ id, name }) => sameName(name, typed) || id === typed)
  if (!one) return { code: EXIT.refused, sentence: WORDS.noSuch(typed) }
  return sendOnce(desk, { type: 'endSessions', sessionId: one.id })
}

function linesOf({ on, served, problem, phones }: Phones): string[] {
  if (!on) return [WORDS.notOn]
  const where = served.flatMap(({ url, fingerprint, ends }) => [
    url,
    `${PHONE_WORDS.fingerprint}: ${fingerprint}`,
    PHONE_WORDS.ends(ends),
  ])
  const list = phones.map((one) => `${one.name}: ${phoneText(one)}`)
  const listed = list.length > 0 ? [...list, WORDS.howToEnd] : [PHONE_WORDS.none]
  return [WORDS.on, ...(problem === null ? [] : [problem]), ...where, ...listed, WORDS.howToPair]
}

const known = async ({ client }: Desk): Promise<Phones> => (await client.query('phones', {}, true)).value as Phones
