import { render } from 'preact'

import './styles/elements.css'
import './styles/page.css'

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
