import type { ControlService } from '../route.ts'
import { watchEventLoop } from './event-loop-delay.ts'
import { families, type Sample } from './families.ts'

/** The text format of Prometheus, which every scraper reads. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

/** Creates the writer of a fake. From now on the delay of the event loop is measured. */
export function createMetricsWriter({ stopping, ...service }: ControlService): () => string {
  const readEventLoop = watchEventLoop(stopping)
  return () => {
    const measured = { ...service, eventLoop: readEventLoop() }
    return families
      .map(({ name, kind, help, read }) => {
        const lines = read(measured).map((sample) => toLine(name, sample))
        return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...lines, ''].join('\n')
      })
      .join('')
  }
}

function toLine(name: string, { value, labels }: Sample): string {
  const written = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
  return `${name}${written.length === 0 ? '' : `{${written.join(',')}}`} ${value}`
}

const escaped = (text: string): string => text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)
