/** Inputs that are wrong, by the thousand. The bench says a hundred thousand of them; here it is a sample. */
import { expect, test } from 'vitest'
import { fuzzSocket, fuzzWebSocket } from './fuzz/clients.ts'
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
])('%s: nothing ends, nothing is done that was not asked for, and what is wrong is named', async (_, fuzz) => {
  const report = await fuzz(INPUTS, 7)
  expect({ crashes: report.crashes.slice(0, 5), nameless: report.nameless.slice(0, 5) }).toEqual({
    crashes: [],
    nameless: [],
  })
  expect(report.inputs).toBeGreaterThanOrEqual(INPUTS)
  expect(report.refused).toBeGreaterThan(INPUTS / 2)
})
