import { render } from 'preact'

// Before the views, whose styles refine these.
import './styles/tokens.css'
import './styles/base.css'
import './styles/shell.css'
import './styles/ui.css'

import { App } from './shell/app.tsx'
import { takeTokenOfAddress } from './state/ask.ts'
import { followTraffic, reconnect } from './state/traffic.ts'

takeTokenOfAddress()
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
