/** Thousands of invalid inputs. The bench sends a hundred thousand of them; this is a sample. */
import { expect, test } from 'vitest'
import { readAnswer } from '../../electron/service/answer.ts'
import { parseCommand } from '../../shared/commands/commands.ts'
import { operations } from '../../shared/contract/operations.ts'
import { fuzzSocket, fuzzWebSocket } from './fuzz/clients.ts'
import { rightCommands } from './fuzz/commands.ts'
import { fuzzOverride, fuzzSettings } from './fuzz/files.ts'
import type { Report } from './fuzz/report.ts'
import { fuzzResponses } from './fuzz/responses.ts'

const INPUTS = Number(process.env.CUELIGHT_INPUTS ?? 1_000)

test.each<[string, (inputs: number, seed: number) => Promise<Report>]>([
  ['the per-user socket', fuzzSocket],
  ["the panel's WebSocket", fuzzWebSocket],
  ['the settings file', fuzzSettings],
  ['an override', fuzzOverride],
  ["the service's answer", fuzzResponses],
])('%s: nothing crashes, nothing unrequested is done, and what is wrong is named', async (_, fuzz) => {
  const report = await fuzz(INPUTS, 7)
  expect({ crashes: report.crashes.slice(0, 5), nameless: report.nameless.slice(0, 5) }).toEqual({
    crashes: [],
    nameless: [],
  })
  expect(report.inputs).toBeGreaterThanOrEqual(INPUTS)
  expect(report.refused).toBeGreaterThan(INPUTS / 2)
})

test('a name that every JavaScript object has is never accepted as an id', async () => {
  const ids = { projectId: 'p', sceneId: 's', liveId: 'l' }
  const everywhere = Object.getOwnPropertyNames(Object.prototype)
  for (const command of Object.values(rightCommands(ids))) {
    for (const field of Object.keys(command).filter((name) => name.endsWith('Id'))) {
      for (const id of everywhere) {
        expect(parseCommand({ ...command, [field]: id })).toMatchObject({ invalid: { field } })
      }
    }
  }
  for (const id of everywhere) {
    expect(
      await readAnswer(operations.listDestinations.response, `{"destinations":[{"id":"${id}"}],"total":1}`, ''),
    ).toEqual({ ok: false, kind: 'unreadable', detail: `destinations[0].id: cannot be an id, got "${id}"` })
  }
})
