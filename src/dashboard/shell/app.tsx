import { useEffect } from 'preact/hooks'

import type { Summary } from '../../control/endpoints/state.ts'
import { read, wantsToken } from '../state/ask.ts'
import { connection } from '../state/connection.ts'
import { sandboxName } from '../state/place.ts'
import { route } from '../state/route.ts'
import { summary } from '../state/summary.ts'
import { useLoaded } from '../state/use-loaded.ts'
import { Confirmation } from '../ui/dialog.tsx'
import { LoadError } from '../ui/view.tsx'
import { views } from '../views/views.ts'
import { Bar } from './bar.tsx'
import { Navigation } from './navigation.tsx'
import { Toasts } from './toasts.tsx'
import { TokenDialog } from './token-dialog.tsx'

/** The page: its bar, its navigation, and the view that is open. */
export function App() {
  const { value, error } = useLoaded('summary', () => read<Summary>(''))
  useEffect(() => {
    if (value !== undefined) summary.value = value
  }, [value])
  const { view, item } = route.value
  const { id, name, content: Content } = views.find((known) => known.id === view) ?? views[0]
  useEffect(() => {
    document.title = `${name} · ${sandboxName} · cloudsec-fake`
  }, [name])
  return (
    <div class="shell">
      <button type="button" class="button primary skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to content
      </button>
      <div class="top">
        <Bar />
        {connection.value === 'lost' ? (
          <p class="lost" role="alert">
            The fake does not answer. Start it again: this page comes back by itself.
          </p>
        ) : null}
      </div>
      <Navigation current={id} />
      <main id="main" class="main" tabIndex={-1}>
        {wantsToken.value ? null : <LoadError text={error} />}
        <Content key={id} item={item} />
      </main>
      {wantsToken.value ? <TokenDialog /> : null}
      <Confirmation />
      <Toasts />
    </div>
  )
}
