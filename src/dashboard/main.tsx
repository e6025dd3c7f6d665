import { render } from 'preact'

// These come before the views, which refine them.
import './styles/tokens.css'
import './styles/base.css'
import './styles/shell.css'
import './styles/button.css'
import './styles/field.css'
import './styles/badge.css'
import './styles/view.css'
import './styles/table.css'
import './styles/facts.css'
import './styles/code.css'
import './styles/tabs.css'
import './styles/empty.css'
import './styles/dialog.css'
import './styles/messages.css'
import './styles/virtual-rows.css'
import './styles/popup.css'
import './styles/meter.css'
import './styles/request-links.css'
import './styles/button-group.css'

import { App } from './shell/app.tsx'
import { takeTokenOfAddress } from './state/ask.ts'
import { readRoute } from './state/route.ts'
import { followTraffic, reconnect } from './state/traffic.ts'

if (takeTokenOfAddress()) readRoute()
addEventListener(
  'hashchange',
  (event) => {
    // A tab that is open takes a token too, before the router sees the address.
    if (!takeTokenOfAddress(event.oldURL)) return
    event.stopImmediatePropagation()
    reconnect()
  },
  { capture: true },
)
const root = document.getElementById('app')
if (root !== null) render(<App />, root)
void followTraffic()
