import { render } from 'preact'

// These come before the views, which refine them.
import './styles/tokens.css'
import './styles/base.css'
import './styles/shell.css'
import './styles/ui.css'

import { App } from './shell/app.tsx'
import { takeTokenOfAddress } from './state/ask.ts'
import { followTraffic } from './state/traffic.ts'

takeTokenOfAddress()
const root = document.getElementById('app')
if (root !== null) render(<App />, root)
void followTraffic()
