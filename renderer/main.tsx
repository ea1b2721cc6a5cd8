import './bridge/firstSocket.ts'
import './withoutEval.ts'
import '@fontsource-variable/inter/wght.css'
import './ui/styles/tokens.css'
import './ui/styles/base.css'
import './ui/styles/layout.css'
import { PRODUCT } from '../shared/words/labels.ts'
import { LANGUAGE } from '../shared/words/language.ts'
import { drawPage } from './app/draw.tsx'
import { firstNews, pageOf, typeface } from './app/page.ts'
import { drawnOn } from './app/pages.ts'
import { stayOnDrop } from './app/stayOnDrop.ts'
import { browserBridge, reportVisibility } from './bridge/browser.ts'
import { shellBridge } from './bridge/firstSocket.ts'
import { IpcBridge } from './bridge/ipc.ts'
import { PanelContext } from './store/context.tsx'
import { createPanelStore } from './store/store.ts'
import { ViewPreferencesContext } from './store/useViewPreferences.tsx'
import { applyTheme, createViewPreferences } from './store/viewPreferences.ts'

// Before the first paint: no page may flash in the other theme.
const choices = createViewPreferences(location.search)
applyTheme(document.documentElement, choices)
choices.follow()

document.title = PRODUCT
Object.assign(document.documentElement, { lang: LANGUAGE.tag, dir: LANGUAGE.dir })
const root = document.getElementById('root')
if (root) {
  const shell = shellBridge()
  const bridge = shell ? new IpcBridge(shell) : browserBridge()
  const panel = createPanelStore(bridge)
  panel.follow()
  reportVisibility(bridge)
  stayOnDrop(window)
  // The page's script loads while the core is being contacted.
  const page = drawnOn(pageOf(shell, location.search))
  void Promise.all([typeface(), firstNews(panel)]).then(() =>
    drawPage(root, page, (part) => (
      <ViewPreferencesContext value={choices}>
        <PanelContext value={panel}>{part}</PanelContext>
      </ViewPreferencesContext>
    )),
  )
}
