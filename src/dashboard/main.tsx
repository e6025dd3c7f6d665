import { render } from 'preact'

import { App } from './shell/app.tsx'
import { takeTokenOfAddress } from './state/ask.ts'
import { followTraffic } from './state/traffic.ts'

import './styles/tokens.css'
import './styles/base.css'
import './styles/shell.css'
import './styles/ui.css'

takeTokenOfAddress()
const root = document.getElementById('app')
if (root !== null) render(<App />, root)
void followTraffic()
