import { render } from 'preact'

import './styles/elements.css'
import './styles/page.css'

import { App } from './shell/app.tsx'
import { readRoute } from './state/route.ts'
import { takeTokenFromUrl } from './state/token.ts'
import { followTraffic } from './state/traffic.ts'

if (takeTokenFromUrl()) readRoute()
addEventListener(
  'hashchange',
  (event) => {
    // An open tab takes a token too, before the router sees the URL.
    if (takeTokenFromUrl(event.oldURL)) event.stopImmediatePropagation()
  },
  { capture: true },
)
const root = document.getElementById('app')
if (root !== null) render(<App />, root)
void followTraffic()
