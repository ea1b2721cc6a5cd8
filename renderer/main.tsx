import './bridge/firstSocket.ts'
import './withoutEval.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { PRODUCT } from '../shared/words/labels.ts'
import { LANGUAGE } from '../shared/words/language.ts'
import { browserBridge, tellVisibility } from './bridge/browser.ts'
import { IpcBridge } from './bridge/ipc.ts'
import { shellBridge } from './bridge/shell.ts'
import { ChoicesProvider } from './hooks/useChoices.tsx'
import { createChoices, dress } from './mirror/choices.ts'
import { MirrorProvider } from './mirror/context.tsx'
import { firstNews } from './mirror/firstNews.ts'
import { createMirror } from './mirror/mirror.ts'
import { drawnOn } from './screens/pages.ts'
import { pageOf } from './view/page.ts'
import { typeface } from './view/typeface.ts'
import '@fontsource-variable/inter/wght.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/layout.css'

// Before anything is drawn: no page may flash in the other theme.
const choices = createChoices(location.search)
dress(document.documentElement, choices)
choices.follow()

document.title = PRODUCT
Object.assign(document.documentElement, { lang: LANGUAGE.tag, dir: LANGUAGE.dir })
const root = document.getElementById('root')
if (root) {
  const shell = shellBridge()
  const bridge = shell ? new IpcBridge(shell) : browserBridge()
  const mirror = createMirror(bridge)
  mirror.follow()
  tellVisibility(bridge)
  void Promise.all([drawnOn(pageOf(shell, location.search)), typeface(), firstNews(mirror)]).then(([Page]) =>
    createRoot(root).render(
      <StrictMode>
        <ChoicesProvider choices={choices}>
          <MirrorProvider mirror={mirror}>
            <Page />
          </MirrorProvider>
        </ChoicesProvider>
      </StrictMode>,
    ),
  )
}
