import type { ClockState } from '../../../src/core/control/endpoints/clock.ts'
import type { Summary } from '../../../src/core/control/endpoints/state.ts'
import icon from '../icon.svg'
import { useAnswer } from '../state/api.ts'
import { connection } from '../state/ask.ts'
import { changedCount } from '../state/assumptions.ts'
import { useNow } from '../state/clock.ts'
import { pageOf, sandboxName } from '../state/place.ts'
import { hrefOf } from '../state/route.ts'
import { summary } from '../state/summary.ts'
import { toInstant } from '../state/time.ts'
import { Select } from '../ui/field.tsx'
import { counted, dateTimeOf } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'

const connections = { waiting: 'Connecting', live: 'Live', lost: 'Reconnecting' } as const

/** Without a secure context, each window needs a connection. */
const trouble = isSecureContext
  ? 'The fake does not answer. Start it again: this page comes back by itself.'
  : 'The fake does not answer, or other windows have all connections that this browser gives. This page comes back by itself.'

/** The bar above each view: the sandbox, and what makes its answers differ from the defaults. */
export function Bar() {
  const state = connection.value
  return (
    <header class="bar">
      <div class="brand">
        <img src={icon} width="24" height="24" alt="" />
        <span class="wide">cloudsec-fake</span>
      </div>
      <SandboxSwitcher />
      <div class="strip">
        {state === 'lost' ? (
          <p class="lost" role="alert">
            {trouble}
          </p>
        ) : (
          summary.value && <Differences {...summary.value} />
        )}
      </div>
      <a href="docs/">Docs</a>
      <span class={`chip connection ${state}`} role="status" aria-label="Connection">
        <span class="dot" aria-hidden="true" />
        {connections[state]}
      </span>
    </header>
  )
}

/** Chooses the sandbox of the page. */
function SandboxSwitcher() {
  const { value } = useAnswer('GET /sandboxes', {}, { everyMs: 10_000 })
  const names = new Set(['default', sandboxName, ...(value?.items.map(({ name }) => name) ?? [])])
  return (
    <Select label="Sandbox" isLabelHidden value={sandboxName} onChange={(name) => location.assign(pageOf(name))}>
      {[...names].map((name) => (
        <option key={name} value={name}>
          sandbox {name}
        </option>
      ))}
    </Select>
  )
}

/** Links to everything that was changed: it explains most surprises. */
function Differences({ scenarios, clock }: Summary) {
  const changed = changedCount.value
  return (
    <>
      {scenarios.length > 0 && (
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
      {changed > 0 && (
        <a class="chip warn" href={hrefOf('assumptions')}>
          <Icon name="assumptions" />
          <span>
            {counted(changed, 'assumption')}
            <span class="wide"> changed</span>
          </span>
        </a>
      )}
      <Clock {...clock} />
    </>
  )
}

function Clock({ now: loaded, mode, rate }: ClockState) {
  const nowMs = useNow(250)
  const now = dateTimeOf(nowMs === undefined ? loaded : toInstant(nowMs))
  return (
    <a class="chip num" href={hrefOf('time')}>
      <Icon name="time" />
      <span class="visually-hidden">Clock: </span>
      <span>
        <span class="wide">{now.slice(0, 11)}</span>
        {now.slice(11, 16)}
        <span class="wide">{now.slice(16)}</span>
      </span>
      {mode === 'frozen' ? 'frozen' : rate === 1 ? 'running' : `× ${rate}`}
    </a>
  )
}
