/** Settings, Access: MIDI pads, and what the page says where there is no MIDI. */
import { expect, it } from 'vitest'
import { MIDI_WORDS } from '../../shared/words/panel/midi.ts'
import { midiDevice, putMidiPort } from '../fakes/midiPort.ts'
import { accessOf } from './accessSheet.ts'
import { panels, WAIT } from './panel.ts'
import { appState, arm, done, liveProject, NOW, offProject } from './states.ts'

const open = panels()
const [STOP, SECOND] = [37, 41] as const
const openMidi = (prepare: NonNullable<Parameters<typeof open>[1]>['prepare']) =>
  open(appState(offProject()), {
    ...{ at: '#set-up/access', timersRun: true, prepare },
    before: (core) => {
      core.read = accessOf([])
    },
  })

it('says what to do if the browser does not allow it, or has none', async () => {
  const denied = await openMidi((page) => putMidiPort(page, false))
  await denied.page.getByRole('switch', { name: MIDI_WORDS.on }).click()
  await denied.page.getByText(MIDI_WORDS.denied).waitFor()
  const none = await openMidi((page) =>
    page.addInitScript(() => Object.defineProperty(navigator, 'requestMIDIAccess', { value: undefined })),
  )
  await none.page.getByRole('switch', { name: MIDI_WORDS.on }).click()
  await none.page.getByText(MIDI_WORDS.unsupported).waitFor()
})

it('a pad has one action: learned for another, it leaves the first; cancelled and forgotten, it has none', async () => {
  const { page, button, expectCommands } = await openMidi((page) => putMidiPort(page))
  const device = midiDevice(page)
  await page.getByRole('switch', { name: MIDI_WORDS.on }).click()
  const rows = (text: string) => page.locator('.midi-list > li', { hasText: text })
  await button('Learn Sync').click()
  await device.receive([0xb3, 20, 127], [0xb3, 20, 0])
  await rows('Pad 8: control 20, channel 4').waitFor()
  await button('Learn Scene 3').click()
  await device.receive([0xb3, 20, 127], [0xb3, 20, 0])
  await expect
    .poll(() => rows('control 20').allInnerTexts(), WAIT)
    .toMatchObject([expect.stringContaining('Scene 3')])
  await button('Learn Next scene').click()
  await button('Cancel Next scene').click()
  await device.press(50)
  await button('Forget Scene 3').click()
  await expect.poll(() => rows('no pad').count(), WAIT).toBe(await page.locator('.midi-list > li').count())
  await expectCommands()
  await page.reload()
  await expect
    .poll(() => page.getByRole('switch', { name: MIDI_WORDS.on }).getAttribute('aria-checked'), WAIT)
    .toBe('true')
})

/** On air, with a pad for Stop and one for the scene that viewers see. */
async function padsOnAir() {
  const pad = (number: number) => ({ device: 'Pad 8', kind: 'note', channel: 0, number })
  const kept = JSON.stringify({ on: true, pads: { stop: pad(STOP), 'scene 2': pad(SECOND) } })
  const panel = await open(appState(liveProject()), {
    prepare: async (page) => {
      await putMidiPort(page)
      await page.addInitScript((text) => localStorage.setItem('cuelight.midi', text), kept)
    },
  })
  const device = midiDevice(panel.page)
  await device.lit(SECOND, 126)
  return { ...panel, device }
}
it('a light that comes back is no press; the same message later is one', async () => {
  const { page, device, expectCommands } = await padsOnAir()
  await page.clock.runFor(900)
  await device.receive([0x90, SECOND, 126], [0x90, SECOND, 0])
  // In a circle it comes back again and again.
  await page.clock.runFor(900)
  await device.receive([0x90, SECOND, 126], [0x90, SECOND, 0])
  await expectCommands()
  await page.clock.runFor(1_100)
  await device.receive([0x90, SECOND, 126], [0x90, SECOND, 0])
  await expectCommands('switchScene')
})

it('a Stop whose device is unplugged while it is held is none', async () => {
  const { core, page, device, expectCommands } = await padsOnAir()
  const made = arm({ armId: 'arm1', mode: 'hold', notBefore: NOW + 1_500, expires: NOW + 3_000 })
  core.reply = ({ command }) =>
    command.type === 'armStop' ? { result: 'armed', arm: made } : done({ what: 'armCancelled' })
  await page.clock.runFor(100)
  await device.down(STOP)
  await device.lit(STOP, 62)
  await expectCommands('armStop')
  await page.clock.runFor(1_000)
  await device.plug(false)
  await page.clock.runFor(5_000)
  await expectCommands('armStop', { type: 'cancelArm', armId: 'arm1' })
})
