/** A metric with its series. */
interface ReadFamily {
  readonly type: string
  readonly samples: readonly Sample[]
}

interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const helpForm = /^# HELP ([a-z][a-z0-9_]*) ((?:[^\\]|\\[\\n])+)$/
const typeForm = /^# TYPE ([a-z][a-z0-9_]*) (counter|gauge)$/
const sampleForm = /^([a-z][a-z0-9_]*)(?:\{(.+)\})? (-?\d+(?:\.\d+)?(?:e[+-]\d+)?)$/
const labelForm = /([a-z][a-z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,(?=.)|$)/gy
const escaped: Readonly<Record<string, string>> = { '\\"': '"', '\\\\': '\\', '\\n': '\n' }

function requireThat(isRight: boolean, line: string): void {
  if (!isRight) throw new Error(`no text of Prometheus: ${line}`)
}

function readLabels(text: string): Sample['labels'] {
  const found = [...text.matchAll(labelForm)]
  requireThat(found.map(([all]) => all).join('') === text, text)
  const labels = found.map(([, name = '', value = '']) => [
    name,
    value.replaceAll(/\\./g, (escape) => escaped[escape] ?? ''),
  ])
  requireThat(new Set(labels.map(([name]) => name)).size === labels.length, text)
  return Object.fromEntries(labels)
}

function readSample(line: string, expected: string): Sample {
  const [, name, labels = '', value] = sampleForm.exec(line) ?? []
  requireThat(name === expected, line)
  return { labels: readLabels(labels), value: Number(value) }
}

/**
 * Reads the text format of Prometheus with counters and gauges, and holds it to its rules.
 * @throws Error that names a wrong line
 */
export function readMetrics(text: string): ReadonlyMap<string, ReadFamily> {
  requireThat(text.endsWith('\n'), 'it does not end with a line feed')
  const families = new Map<string, ReadFamily>()
  for (const block of text.slice(0, -1).split(/\n(?=# HELP )/)) {
    const [helpLine = '', typeLine = '', ...lines] = block.split('\n')
    const [, name = ''] = helpForm.exec(helpLine) ?? []
    const [, ofType, type = ''] = typeForm.exec(typeLine) ?? []
    requireThat(name !== '' && !families.has(name), helpLine)
    requireThat(ofType === name && (type === 'counter') === name.endsWith('_total'), typeLine)
    const samples = lines.map((line) => readSample(line, name))
    const series = samples.map(({ labels }) => JSON.stringify(labels))
    requireThat(new Set(series).size === series.length, `${name} has a series twice`)
    requireThat(type === 'gauge' || samples.every(({ value }) => value >= 0), `${name} is below 0`)
    families.set(name, { type, samples })
  }
  return families
}
