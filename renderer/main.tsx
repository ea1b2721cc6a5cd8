import './bridge/firstSocket.ts'
import './withoutEval.ts'
import '@fontsource-variable/inter/wght.css'
import './ui/tokens.css'
import './ui/base.css'
import './ui/layout.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { PRODUCT } from '../shared/words/labels.ts'
import { LANGUAGE } from '../shared/words/language.ts'
import { firstNews, pageOf, typeface } from './app/page.ts'
import { drawnOn } from './app/pages.ts'
import { browserBridge, tellVisibility } from './bridge/browser.ts'
import { shellBridge } from './bridge/firstSocket.ts'
import { IpcBridge } from './bridge/ipc.ts'
import { PanelContext } from './store/context.tsx'
import { createPanelStore } from './store/store.ts'
import { ViewPreferencesContext } from './store/useViewPreferences.tsx'
import { applyTheme, createViewPreferences } from './store/viewPreferences.ts'

// Before anything is drawn: no page may flash in the other theme.
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
  tellVisibility(bridge)
  void Promise.all([drawnOn(pageOf(shell, location.search)), typeface(), firstNews(panel)]).then(([Page]) =>
    createRoot(root).render(
      <StrictMode>
        <ViewPreferencesContext value={choices}>
          <PanelContext value={panel}>
            <Page />
          </PanelContext>
        </ViewPreferencesContext>
      </StrictMode>,
    ),
  )
}
