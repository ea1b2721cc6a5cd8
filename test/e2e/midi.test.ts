/** MIDI pads in real Chromium, with a device put in the place of its ports, and Cuelight and its studio as built. */
import { join } from 'node:path'
import { setTimeout as realTime } from 'node:timers/promises'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { readTextIfAny } from '../../electron/util/textFile.ts'
import { parseJson } from '../../shared/util/json.ts'
import { MIDI_WORDS } from '../../shared/words/panel/midi.ts'
import { midiDevice, putMidiPort } from '../fakes/midiPort.ts'
import { atEnd } from '../support/atEnd.ts'
import { type App, startApp, sweep } from './app.ts'
import { button, newPage, tally } from './stagehand.ts'
import { witnessOf } from './studioWitness.ts'

/** The notes of the pads. */
const [LIVE, STOP, NEXT, SYNC, FIRST, SECOND] = [36, 37, 38, 39, 40, 41] as const
const PADS = {
  'Go live (press twice)': LIVE,
  'Stop (hold)': STOP,
  'Next scene': NEXT,
  Sync: SYNC,
  'Scene 1': FIRST,
  'Scene 2': SECOND,
} as const

const Line = z.object({ id: z.string(), source: z.string(), what: z.object({ command: z.string() }) })

/** What pads asked for, as the journal has it. A command has a line before it is sent, and one with its outcome. */
function asked({ dataDir }: App): string[] {
  const text = readTextIfAny(join(dataDir, 'journal.jsonl')) ?? ''
  const commands = text.split('\n').flatMap((line): [string, string][] => {
    const { data } = Line.safeParse(parseJson(line))
    return data?.source === 'midi' ? [[data.id, data.what.command]] : []
  })
  return [...new Map(commands).values()]
}

async function toAccess(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await tally(page, 'off')
  await page.evaluate(() => {
    location.hash = '#set-up/access'
  })
  await page.getByRole('switch', { name: MIDI_WORDS.on }).waitFor()
}

/** Cuelight off air, its panel open, MIDI switched on, and each pad learned by pressing it. */
async function padsOn() {
  const app = await startApp()
  atEnd(() => sweep(app))
  const page = await newPage()
  await putMidiPort(page)
  const device = midiDevice(page)
  await toAccess(page, app.address)
  await witnessOf(app.dataDir).setPreparing(0)
  await device.press(LIVE)
  await page.getByRole('switch', { name: MIDI_WORDS.on }).click()
  await page.getByText(MIDI_WORDS.devices('Pad 8')).waitFor()
  for (const [name, note] of Object.entries(PADS)) {
    await button(page, `Learn ${name}`).click()
    await page.getByText(MIDI_WORDS.press).waitFor()
    await device.press(note)
    await page.getByText(`Pad 8: note ${note}, channel 1`).waitFor()
  }
  await device.lit(FIRST, 126)
  return { app, page, device }
}

/** No hand presses a pad sooner after it was lit. */
const hand = () => realTime(100)
/** Waits until a second press is a second one. */
const another = () => realTime(450)

async function goLive({ page, device }: Awaited<ReturnType<typeof padsOn>>): Promise<void> {
  await device.press(LIVE)
  await device.lit(LIVE, 62)
  await another()
  await device.press(LIVE)
  await tally(page, 'live')
  await device.lit(LIVE, 126)
}

test('a whole rehearsal by pads, every lamp read back; only a whole hold is a Stop', {
  timeout: 90_000,
}, async () => {
  const on = await padsOn()
  const { app, page, device } = on
  // What was pressed to be learned did nothing, and neither did the pad before MIDI was on.
  expect(asked(app)).toEqual([])
  await goLive(on)
  await device.lit(STOP, 126)
  await device.press(SECOND)
  await device.lit(SECOND, 62)
  await device.lit(SYNC, 126)
  await hand()
  await device.press(SYNC)
  await device.lit(SECOND, 126)
  await device.lit(FIRST, 0)
  await device.lit(SYNC, 0)

  await device.down(STOP)
  await device.lit(STOP, 62)
  // A note with the velocity 0 ends it, and pressure in between is no press.
  await device.receive([0xa0, STOP, 90], [0x90, STOP, 0])
  await device.lit(STOP, 126)
  await hand()
  await device.down(STOP)
  await device.lit(STOP, 62)
  await device.plug(false)
  await page.getByText(MIDI_WORDS.nobody).waitFor()
  await device.clear()
  await device.plug(true)
  for (const [note, level] of [[STOP, 126] as const, [SECOND, 126] as const, [FIRST, 0] as const])
    await device.lit(note, level)
  expect(asked(app)).not.toContain('commitStop')
  await tally(page, 'live')

  await hand()
  await device.down(STOP)
  await tally(page, 'off')
  await device.up(STOP)
  await device.lit(LIVE, 0)
  expect(asked(app).filter((command) => command === 'commitStop')).toHaveLength(1)
  await page.getByRole('switch', { name: MIDI_WORDS.on }).click()
  await device.lit(SECOND, 0)
  const before = asked(app)
  await device.press(NEXT)
  await expect
    .poll(() => page.getByRole('switch', { name: MIDI_WORDS.on }).getAttribute('aria-checked'))
    .toBe('false')
  expect(asked(app)).toEqual(before)
})

test('a device that sends back what it is sent presses nothing, however it does', { timeout: 90_000 }, async () => {
  const { app, device } = await padsOn()
  let presses = 0
  for (const [ms, velocity] of [
    [300, null],
    [5, 127],
  ] as const) {
    await device.sendBack(ms, velocity)
    for (const note of [SECOND, FIRST]) {
      await device.down(note, 100)
      await device.up(note)
      presses += 1
      await device.lit(note, 126)
    }
    // Time for an echo of an echo.
    await realTime(3 * ms + 200)
    expect([ms, asked(app)]).toEqual([ms, Array(presses).fill('switchScene')])
  }
})

test('a second page of the browser leaves the pads to the first, and takes them over when that closes', {
  timeout: 90_000,
}, async () => {
  const { app, page, device } = await padsOn()
  const other = await page.context().newPage()
  await putMidiPort(other)
  await other.goto(new URL(page.url()).origin)
  await tally(other, 'off')
  await other.evaluate(() => {
    location.hash = '#set-up/access'
  })
  await other.getByText(MIDI_WORDS.elsewhere).waitFor()
  await midiDevice(other).press(SECOND)
  await device.press(FIRST)
  await expect.poll(() => asked(app)).toEqual(['switchScene'])
  await page.close()
  await midiDevice(other).lit(FIRST, 126)
  await midiDevice(other).press(SECOND)
  await midiDevice(other).lit(SECOND, 126)
  expect(asked(app)).toEqual(['switchScene', 'switchScene'])
})
