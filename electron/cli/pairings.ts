/** Makes, lists and ends pairings. */
import { type Pairings, sameName } from '../../shared/control/pairings.ts'
import { SCOPES } from '../../shared/control/scopes.ts'
import { armedSaid, lastUsedText, PAIRING_WORDS } from '../../shared/words/accounts/pairings.ts'
import { EXIT } from '../../shared/words/cli/cli.ts'
import { inARow } from '../../shared/words/format.ts'
import { newPairingCode, pairingKeysOf } from '../util/pairingKeys.ts'
import type { Answer } from './answer.ts'
import { type Desk, sendOnce } from './desk.ts'
import { tableOf } from './table.ts'

/** Pairs a program. Its code is made here and printed here: the core, its journal and its files never have it. */
export async function pair(desk: Desk): Promise<Answer> {
  const { about, scope: typed } = desk.typed
  const scope = SCOPES.find((one) => one === typed)
  if (!scope) return { code: EXIT.usage, sentence: PAIRING_WORDS.needsScope(inARow(SCOPES)) }
  const code = newPairingCode()
  const answer = await sendOnce(desk, { type: 'createPairing', name: about, scope, ...pairingKeysOf(code) })
  if (answer.code !== EXIT.done) return answer
  const { address } = await known(desk)
  const where = address === null ? [] : [PAIRING_WORDS.address, address]
  const lines = [answer.sentence, PAIRING_WORDS.code(about), code, ...where]
  return { ...answer, lines, fields: { pairing: { code, address } } }
}

/** Lists them; or ends all of them or the one of that name, or arms that one. */
export async function pairings(desk: Desk): Promise<Answer> {
  const value = await known(desk)
  const [verb = '', ...words] = desk.typed.about.split(' ')
  const named = words.join(' ').trim()
  if (verb === 'arm' || verb === 'disarm') return arm(desk, value, named, verb === 'arm')
  if (verb !== '') return end(desk, value, named)
  const rows = value.pairings.map((one) => ({
    name: one.name,
    scope: one.scope,
    since: PAIRING_WORDS.since(one.since),
    used: lastUsedText(one),
    armed: armedSaid(one),
  }))
  const where = value.address === null ? [] : [PAIRING_WORDS.where(value.address)]
  const lines = rows.length === 0 ? [PAIRING_WORDS.none] : [...tableOf(rows), '', ...where, PAIRING_WORDS.howToEnd]
  return { code: EXIT.done, sentence: lines.join('\n'), lines, fields: { value } }
}

const called = ({ pairings: all }: Pairings, typed: string) =>
  all.find(({ id, name }) => sameName(name, typed) || id === typed)

async function arm(desk: Desk, value: Pairings, typed: string, on: boolean): Promise<Answer> {
  const one = called(value, typed)
  if (one) return sendOnce(desk, { type: 'armPairing', pairingId: one.id, on })
  return { code: EXIT.refused, sentence: PAIRING_WORDS.noSuch(typed) }
}

async function end(desk: Desk, value: Pairings, typed: string): Promise<Answer> {
  const one = called(value, typed)
  if (one) return sendOnce(desk, { type: 'endPairings', pairingId: one.id })
  if (typed === 'all') return sendOnce(desk, { type: 'endPairings' })
  return { code: EXIT.refused, sentence: PAIRING_WORDS.noSuch(typed) }
}

const known = async ({ client }: Desk): Promise<Pairings> =>
  (await client.query('pairings', {}, true)).value as Pairings
