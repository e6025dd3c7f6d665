import type { CoverageReport } from '../../../control/endpoints/reports.ts'
import { numberText } from '../../ui/format.ts'
import { choices, hrefWith, kinds } from './choices.ts'

/** How much of each kind was met. A kind that is chosen is shown alone. */
export function Kinds({ item, report }: { readonly item: string | undefined; readonly report: CoverageReport }) {
  const { kind: chosen } = choices()
  return (
    <nav class="coverage-kinds" aria-label="Kinds">
      <Kind name="All" share={report.total} href={hrefWith(item, { kind: '' })} isChosen={chosen === undefined} />
      {kinds.map(([kind, name]) => (
        <Kind
          key={kind}
          name={name}
          share={report.kinds[kind]}
          href={hrefWith(item, { kind })}
          isChosen={chosen === kind}
        />
      ))}
    </nav>
  )
}

interface KindProps {
  readonly name: string
  readonly share: CoverageReport['total']
  readonly href: string
  readonly isChosen: boolean
}

function Kind({ name, share: { met, of, percent }, href, isChosen }: KindProps) {
  return (
    <a href={href} aria-current={isChosen ? 'true' : undefined}>
      <span>{name}</span> <strong class="num">{percent} %</strong>{' '}
      <meter aria-hidden="true" min={0} max={Math.max(1, of)} value={met} />
      <span class="muted num">
        {numberText(met)} of {numberText(of)}
      </span>
    </a>
  )
}
