import type { ComponentChildren } from 'preact'
import { useEffect, useErrorBoundary, useRef, useState } from 'preact/hooks'

import { type Answer, api } from '../state/api.ts'
import { Unreachable, needsToken } from '../state/ask.ts'
import { useChoicesAtStart } from '../state/assumptions.ts'
import { sandboxName } from '../state/place.ts'
import { hrefOf, route } from '../state/route.ts'
import { giveUp } from '../state/stream.ts'
import { summary } from '../state/summary.ts'
import { tryToken } from '../state/token.ts'
import { useLoaded } from '../state/use-loaded.ts'
import { Button } from '../ui/button.tsx'
import { Confirmation, Dialog, isDialogOpen } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { Empty, ErrorNote, View } from '../ui/view.tsx'
import { views } from '../views/views.ts'
import { Bar } from './bar.tsx'
import { Navigation } from './navigation.tsx'

async function loadSummary(): Promise<Answer<'GET /'>> {
  try {
    return await api('GET /')
  } catch (error) {
    if (error instanceof Unreachable) giveUp()
    throw error
  }
}

/** The view for a URL that names none. */
const notFoundView = {
  id: '',
  name: 'Not found',
  content: () => (
    <View title="Not found">
      <Empty title="This address names no view">
        Choose one in the list of views, or open <a href={hrefOf(views[0].id)}>{views[0].name}</a>.
      </Empty>
    </View>
  ),
}

/** Keeps the rest of the page if a view throws. @param place the view and its item; at another place, rendering is tried again */
function Boundary({ place, children }: { readonly place: string; readonly children: ComponentChildren }) {
  const failedPlace = useRef<string>(undefined)
  const [error] = useErrorBoundary((reason) => {
    failedPlace.current = place
    reportError(reason)
  })
  if (error === undefined || failedPlace.current !== place) return <>{children}</>
  return <ErrorNote text="This view failed. Reload the page, or open another view." />
}

/** Asks for the control token, which is stored for the tab. */
function TokenDialog() {
  const [token, change] = useState('')
  const [error, setError] = useState<string>()
  return (
    <Dialog title="Control token">
      <p>This fake requires a token. Its console printed it at the start.</p>
      <Form onSubmit={async () => setError(await tryToken(token.trim()))}>
        <TextField label="Control token" kind="secret" value={token} onInput={change} error={error} required />
        <footer>
          <Button kind="primary" type="submit">
            Connect
          </Button>
        </footer>
      </Form>
    </Dialog>
  )
}

/** The page: its bar, its navigation, and the view that is open. */
export function App() {
  const { value, error } = useLoaded('summary', loadSummary)
  useChoicesAtStart()
  useEffect(() => {
    if (value !== undefined) summary.value = value
  }, [value])
  const { view, item } = route.value
  const { id, name, content: Content } = view === '' ? views[0] : (views.find((one) => one.id === view) ?? notFoundView)
  useEffect(() => {
    document.title = `${name} · ${sandboxName} · cloudsec-fake`
  }, [name])
  return (
    <div class="shell">
      <button type="button" class="button primary skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to content
      </button>
      <Bar />
      <Navigation open={id} />
      <main id="main" class="main" tabIndex={-1}>
        {!needsToken.value && <ErrorNote text={error} />}
        <Boundary place={`${id}/${item ?? ''}`}>
          <Content key={id} item={item} />
        </Boundary>
      </main>
      {needsToken.value && <TokenDialog />}
      <Confirmation />
      {!isDialogOpen.value && <Toasts />}
    </div>
  )
}
