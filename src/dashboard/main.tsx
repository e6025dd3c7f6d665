import { render } from 'preact'

import './styles/tokens.css'

const root = document.getElementById('app')
if (root !== null) render(<p>cloudsec-fake</p>, root)
