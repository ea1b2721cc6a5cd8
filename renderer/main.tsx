import './withoutEval.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { browserBridge, tellVisibility } from './bridge/browser.ts'
import { IpcBridge, shellBridge } from './bridge/ipc.ts'
import { MirrorProvider } from './mirror/context.tsx'
import { createMirror } from './mirror/mirror.ts'
import { drawnOn } from './screens/pages.ts'
import { pageOf } from './view/page.ts'
import '@fontsource-variable/inter/wght.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/layout.css'

const root = document.getElementById('root')
if (root) {
  const shell = shellBridge()
  const bridge = shell ? new IpcBridge(shell) : browserBridge()
  const mirror = createMirror(bridge)
  mirror.follow()
  tellVisibility(bridge)
  void drawnOn(pageOf(shell, location.search)).then((Page) =>
    createRoot(root).render(
      <StrictMode>
        <MirrorProvider mirror={mirror}>
          <Page />
        </MirrorProvider>
      </StrictMode>,
    ),
  )
}
