import { STARTING_WORDS } from '../../shared/words/starting.ts'
import { isPortRefused } from '../util/portRefused.ts'
import { type PanelOptions, type PanelServer, servePanel } from './panelServer.ts'

/** Serves the panel on the port wanted; when that cannot be had, says so and takes any other. */
export async function servePanelSomewhere(options: PanelOptions): Promise<PanelServer> {
  try {
    return await servePanel(options)
  } catch (error) {
    if (!isPortRefused(error)) throw error
    const panel = await servePanel({ ...options, port: 0 })
    options.core.notice('portTaken', String(panel.port))
    console.error(STARTING_WORDS.portTaken(options.port, panel.port))
    return panel
  }
}
