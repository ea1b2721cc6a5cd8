/** The plugin's process, as the Stream Deck application starts it. Wiring only. */
import { readFileSync } from 'node:fs'
import streamDeck from '@elgato/streamdeck'
import { tokenColours } from '../../../shared/util/tokenColours.ts'
import { guarded } from '../../util/faults.ts'
import { systemClock } from '../../util/time.ts'
import { onApplicationGone } from './application.ts'
import { createDeck } from './deck.ts'
import { keySvg, stripSvg } from './draw.ts'
import type { Draw } from './keys.ts'
import { Asked, actionOf, Pairing, pairingIn } from './settings.ts'

const { actions, devices, logger, settings, ui } = streamDeck
// At finer levels the SDK logs every message, and the pairing's code is in some of them.
logger.setLevel('info')

const colours = tokenColours(readFileSync(new URL('../ui/tokens.css', import.meta.url), 'utf8'), 'dark')
/** As the vendor's documents show it: for keys as text, for the touch strip in base64. */
const asImage = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`
const asPixmap = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`

/** A listener that throws must not: the SDK would log the message that it was called with. */
const safely = <Args extends unknown[]>(listener: (...args: Args) => unknown) =>
  guarded(listener, (error: unknown, ..._: Args) => {
    logger.error(error instanceof Error ? (error.stack ?? error.message) : 'a fault')
  })

/** Any JSON object: settings and messages, before they are parsed. */
type Unparsed = Parameters<typeof settings.setGlobalSettings>[0]

/** What each key shows now, so that only what changes is sent. */
const shown = new Map<string, string>()

const draw: Draw = ({ context, isDial }, face) => {
  const action = actions.getActionById(context)
  const name = action && actionOf(action.manifestId)
  if (!name) return
  const svg = (isDial ? stripSvg : keySvg)(name, face, colours)
  if (shown.get(context) === svg) return
  safely(() => {
    const sent = action.isDial()
      ? action.setFeedback({ title: '', 'full-canvas': asPixmap(svg) })
      : action.isKey() && action.setImage(asImage(svg))
    // One that could not be sent is not taken for shown.
    shown.set(context, svg)
    return sent
  })()
}

/** Why what was pasted last is no pairing; null: it is one. */
let refused: string | null = null
const sendStatus = safely(() => {
  const status = deck.status()
  return ui.sendToPropertyInspector({ ...status, trouble: refused ?? status.trouble })
})
const deck = createDeck(systemClock, draw, sendStatus)

async function pair(pairing: Pairing | null): Promise<void> {
  deck.use(pairing)
  await settings.setGlobalSettings(pairing === null ? {} : { ...pairing })
}

async function asked(payload: unknown): Promise<void> {
  const message = Asked.parse(payload)
  const pairing = message.type === 'pair' ? pairingIn(message.pasted, deck.pairing()) : null
  refused = typeof pairing === 'string' ? pairing : null
  if (message.type !== 'status' && typeof pairing !== 'string') await pair(pairing)
  sendStatus()
}

actions.onWillAppear<Unparsed>(
  safely(({ action, payload }) => {
    const name = actionOf(action.manifestId)
    shown.delete(action.id)
    if (!name) return
    deck.appear({
      ...{ context: action.id, device: action.device.id, action: name },
      ...{ isDial: action.isDial(), settings: payload.settings },
    })
  }),
)
actions.onWillDisappear<Unparsed>(safely(({ action }) => deck.disappear(action.id)))
actions.onKeyDown<Unparsed>(safely(({ action }) => deck.down(action.id)))
actions.onKeyUp<Unparsed>(safely(({ action }) => deck.up(action.id)))
actions.onDialDown<Unparsed>(safely(({ action }) => deck.down(action.id)))
actions.onDialUp<Unparsed>(safely(({ action }) => deck.up(action.id)))
actions.onTouchTap<Unparsed>(safely(({ action }) => deck.down(action.id)))
actions.onDialRotate<Unparsed>(safely(({ action, payload }) => deck.turn(action.id, payload.ticks)))
devices.onDeviceDidDisconnect(safely(({ device }) => deck.unplugged(device.id)))
settings.onDidReceiveSettings<Unparsed>(safely(({ action, payload }) => deck.choose(action.id, payload.settings)))
ui.onDidAppear(sendStatus)
ui.onSendToPlugin<Unparsed, Unparsed>(safely(({ payload }) => asked(payload)))

onApplicationGone(process.argv, () => process.exit())
await streamDeck.connect()
deck.use(
  Pairing.nullable()
    .catch(null)
    .parse(await settings.getGlobalSettings()),
)
