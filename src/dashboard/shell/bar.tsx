import { connection } from '../state/connection.ts'
import { sandboxName } from '../state/place.ts'
import { hrefOf } from '../state/route.ts'
import { summary } from '../state/summary.ts'
import { counted, dateTimeOf } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { SandboxSwitcher } from './sandbox-switcher.tsx'

const connections = { waiting: 'Connecting', live: 'Live', lost: 'Reconnecting' } as const

/** The bar above each view: which sandbox is shown, and whatever makes its answers differ from the usual. */
export function Bar() {
  const known = summary.value
  const state = connection.value
  return (
    <header class="bar">
      <div class="brand">
        <Brand />
        <span class="wide">cloudsec-fake</span>
      </div>
      <SandboxSwitcher current={sandboxName} />
      <div class="strip">
        {state === 'lost' ? (
          <p class="lost" role="alert">
            The fake does not answer. Start it again: this page comes back by itself.
          </p>
        ) : known === undefined ? null : (
          <Differences {...known} />
        )}
      </div>
      <span class={`chip connection ${state}`} role="status" aria-label="Connection">
        <span class="dot" aria-hidden="true" />
        {connections[state]}
      </span>
    </header>
  )
}

interface DifferencesProps {
  readonly scenarios: readonly string[]
  readonly assumptions: Readonly<Record<string, unknown>>
  readonly clock: { readonly now: string; readonly mode: string; readonly rate: number }
}

/** Links to all that was switched: it explains most surprises. */
function Differences({ scenarios, assumptions, clock }: DifferencesProps) {
  const changed = Object.keys(assumptions).length
  const now = dateTimeOf(clock.now)
  const speed = clock.mode === 'frozen' ? 'frozen' : clock.rate === 1 ? 'running' : `× ${clock.rate}`
  return (
    <>
      {scenarios.length === 0 ? null : (
        <a class="chip bad" href={hrefOf('scenarios')}>
          <Icon name="scenarios" />
          {scenarios.length === 1 ? (
            <span class="truncate">{scenarios[0]}</span>
          ) : (
            <span>
              {scenarios.length} scenarios<span class="wide"> on</span>
            </span>
          )}
        </a>
      )}
      {changed === 0 ? null : (
        <a class="chip warn" href={hrefOf('assumptions')}>
          <Icon name="assumptions" />
          <span>
            {counted(changed, 'assumption')}
            <span class="wide"> changed</span>
          </span>
        </a>
      )}
      <a class="chip num" href={hrefOf('time')}>
        <Icon name="time" />
        <span class="visually-hidden">Clock: </span>
        <span>
          <span class="wide">{now.slice(0, 11)}</span>
          {now.slice(11, 16)}
          <span class="wide">{now.slice(16)}</span>
        </span>
        {speed}
      </a>
    </>
  )
}

function Brand() {
  return (
    <svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="currentColor" opacity="0.16" />
      <path
        d="M10.5 22.500a5 5 0 0 1-.6-9.96 6.5 6.5 0 0 1 12.5 1.200A4.4 4.4 0 0 1 21.7 22.500Z"
        fill="none"
        stroke="currentColor"
        stroke-width="2.2"
        stroke-linejoin="round"
        stroke-dasharray="3.4 2.4"
      />
    </svg>
  )
}
