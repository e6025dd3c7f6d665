/** A metric family of an OpenMetrics text. */
export interface ReadFamily {
  readonly type: string
  readonly help: string
  readonly samples: readonly ReadSample[]
}

interface ReadSample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const sampleForm = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (-?(?:\d+(?:\.\d+)?(?:e[+-]\d+)?|Inf)|NaN)$/
const labelForm = /^([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/
const helpForm = /^(?:[^"\\]|\\["\\n])*$/

function requireThat(isRight: boolean, message: string): void {
  if (!isRight) throw new Error(message)
}

function readLabels(text: string): Readonly<Record<string, string>> {
  const labels = new Map<string, string>()
  for (let rest = text; rest !== '';) {
    const [all = '', name = '', value = ''] = labelForm.exec(rest) ?? []
    requireThat(all !== '' && !labels.has(name), `labels: ${text}`)
    const meanings: Readonly<Record<string, string>> = { '\\"': '"', '\\\\': '\\', '\\n': '\n' }
    labels.set(
      name,
      value.replaceAll(/\\./g, (escape) => meanings[escape] ?? ''),
    )
    rest = rest.slice(all.length)
  }
  return Object.fromEntries(labels)
}

/**
 * Reads a text of OpenMetrics 1.0.0 of counters and gauges, and holds it to its rules.
 * @throws Error that names the line
 */
export function readOpenMetrics(text: string): ReadonlyMap<string, ReadFamily> {
  requireThat(text.endsWith('\n# EOF\n'), 'it ends without # EOF and a line feed')
  const families = new Map<string, { type: string; help: string; samples: ReadSample[] }>()
  const seen = new Set<string>()
  for (const line of text.slice(0, -'# EOF\n'.length).split('\n').slice(0, -1)) {
    const [, keyword = '', name = '', rest = ''] = /^# (HELP|TYPE) ([a-zA-Z_:][\w:]*) (.*)$/.exec(line) ?? []
    const [newest = ''] = [...families.keys()].slice(-1)
    if (keyword === 'HELP') {
      requireThat(!families.has(name) && !name.endsWith('_total') && helpForm.test(rest), line)
      families.set(name, { type: '', help: rest, samples: [] })
      continue
    }
    const family = families.get(newest)
    if (family === undefined) throw new Error(`before its HELP: ${line}`)
    if (keyword === 'TYPE') {
      requireThat(name === newest && family.type === '' && family.samples.length === 0, line)
      requireThat(rest === 'counter' || rest === 'gauge', line)
      family.type = rest
      continue
    }
    const [, of = '', labels = '', value = ''] = sampleForm.exec(line) ?? []
    requireThat(of === newest + (family.type === 'counter' ? '_total' : '') && family.type !== '', line)
    requireThat(family.type !== 'counter' || Number(value) >= 0, line)
    const read = readLabels(labels)
    const id = JSON.stringify([of, Object.entries(read).toSorted()])
    requireThat(!seen.has(id), `twice: ${line}`)
    seen.add(id)
    family.samples.push({ labels: read, value: Number(value) })
  }
  return families
}
