import { hrefOf, route } from '../../state/route.ts'

const tabs = [
  ['traffic', 'Requests'],
  ['coverage', 'Coverage'],
  ['conduct', 'Conduct'],
] as const

/** The tabs of Traffic: requests, coverage, and conduct of the client. */
export function TrafficTabs() {
  const { view } = route.value
  return (
    <nav class="tabs" aria-label="Traffic">
      {tabs.map(([id, name]) => (
        <a key={id} href={hrefOf(id)} aria-current={id === (view === '' ? 'traffic' : view) ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
}
