import type { JsonObject } from '../json.ts'
import { textAt } from '../json.ts'
import { type Answer, type Ask, type Fake, itemsOf, Recorder, type Step, withKey } from '../recorder.ts'
import { readKnown, standard } from '../requests.ts'

/** Scenarios that make a client wait on the real clock: only a few requests try them. */
const waiting = ['slow', 'slow-body', 'no-answer'] as const

/** Most answers that are kept of one variant of a fake: an operation and status once, where they differ from the usual. */
const maxKept = 2

/** A standard request with its usual answer. */
interface Usual {
  readonly ask: Ask
  readonly answer: Answer
  readonly trace: string
}

/**
 * Sends requests one after the other, with the ids of the newest records in them.
 * @yields each answer
 */
export async function* inTurn(recorder: Recorder, asks: readonly Ask[]): AsyncGenerator<Answer> {
  const newest = new Map<string, string>()
  for (const ask of asks) {
    const [line, body, headers] = typeof ask === 'string' ? [ask] : ask
    const path = line.replace(/\{(\w+)\}/, (_, kind: string) => newest.get(kind) ?? kind)
    const answer = await recorder.ask(path, body, headers)
    const id = textAt(answer.json, 'data', 'id')
    if (line.startsWith('POST') && id !== '') newest.set(line.includes('/jobs') ? 'job' : 'assessment', id)
    yield answer
  }
}

/** The usual answers to the standard requests, each written down. */
async function usualAnswers(recorder: Recorder): Promise<readonly Usual[]> {
  const asks = standard(await readKnown(recorder))
  const usual: Usual[] = []
  for await (const answer of inTurn(recorder, asks)) {
    const trace = await recorder.trace('')
    usual.push({ ask: asks[usual.length] ?? '', answer, trace })
    recorder.write({ ...answer.step, trace })
  }
  return usual
}

/** Assumptions that show in other requests than those that ask about them: in what is counted or sent. */
const isLate = /^(rate|notify|webhook)/

/** The requests in which an assumption can show, and what changes something or counts. */
const asksAbout = (id: string, usual: readonly Usual[]): readonly Usual[] =>
  usual.filter(({ answer: { step }, trace }) => {
    return step.line.startsWith('POST') || step.sent.includes('csf_small_quota') || trace.includes(`"${id}"`)
  })

const wholeOf = ({ step: { answer } }: Answer): string => JSON.stringify(answer)

/** An answer without the quota, of which less is used where fewer requests are sent. */
const withoutQuota = (answer: Answer): string => wholeOf(answer).replaceAll(/"x-rate-limit-\w+":"\d+",?/g, '')

/** Writes down the answers that a fake gives in another way: an operation and status once. */
async function different(recorder: Recorder, usual: readonly Usual[], compared: typeof wholeOf): Promise<void> {
  const seen = new Set<string>()
  const asks = usual.map(({ ask }) => ask)
  let index = 0
  for await (const answer of inTurn(recorder, asks)) {
    const { [index]: before } = usual
    index += 1
    if (before === undefined || compared(answer) === compared(before.answer)) continue
    const kind = `${answer.step.line.replace(/[?{].*|[0-9a-f-]{32,}/, '')} ${answer.status}`
    if (seen.has(kind)) continue
    seen.add(kind)
    recorder.write({ ...answer.step, trace: await recorder.trace('') })
    if (seen.size === maxKept) return
  }
}

type Row = JsonObject & { readonly id: string; readonly options: readonly unknown[] }

const isRow = (row: JsonObject): row is Row => typeof row['id'] === 'string' && Array.isArray(row['options'])

/** The choices of a row other than its default. */
const othersOf = (row: Row): readonly unknown[] =>
  row.options.includes('whole_number') ? [9] : row.options.filter((option) => option !== row['default'])

/** Every option of every assumption and every built-in scenario, alone; then many options at once. */
export async function variants(fake: Fake, steps: Step[]): Promise<void> {
  let count = 0
  const sandbox = (chapter: string, own = steps): Recorder => {
    count += 1
    const recorder = new Recorder(chapter, fake, own, `variant-${count}`)
    recorder.isTraced = true
    return recorder
  }
  const waits = waiting.map(async (name) => {
    const own: Step[] = []
    await waitFor(sandbox(`scenario ${name}`, own), name)
    return own
  })
  const usual = await usualAnswers(sandbox('usual'))
  const asks = usual.map(({ ask }) => ask)
  const rows = itemsOf(await sandbox('').ask('GET /_control/assumptions')).filter(isRow)
  const names = itemsOf(await sandbox('').ask('GET /_control/scenarios')).map((item) => textAt(item, 'name'))
  for (const row of rows) {
    for (const choice of othersOf(row)) {
      const recorder = sandbox(`${row.id}=${String(choice)}`)
      await recorder.ask('PATCH /_control/assumptions', { [row.id]: choice })
      const isWhole = isLate.test(row.id)
      await different(recorder, isWhole ? usual : asksAbout(row.id, usual), isWhole ? wholeOf : withoutQuota)
    }
  }
  for (const name of names.filter((name) => !waiting.some((other) => other === name))) {
    const recorder = sandbox(`scenario ${name}`)
    await recorder.ask(`PUT /_control/scenarios/${name}`, {})
    await different(recorder, usual, wholeOf)
    await recorder.send(`GET /_control/scenarios/${name}`)
  }
  for (let profile = 0; profile < mixes; profile += 1) await mixed(sandbox(`profile ${profile}`), rows, asks, profile)
  steps.push(...(await Promise.all(waits)).flat())
}

/** Profiles that choose many options at once; each writes down other requests. */
const mixes = 2

async function mixed(recorder: Recorder, rows: readonly Row[], asks: readonly Ask[], profile: number): Promise<void> {
  const choices = rows.map((row, i): [string, unknown] => {
    const options = row.options.includes('whole_number') ? [9, 40, 1000] : row.options
    return [row.id, options[(profile + i) % options.length]]
  })
  await recorder.send('PATCH /_control/assumptions', Object.fromEntries(choices))
  let index = 0
  for await (const answer of inTurn(recorder, asks)) {
    if (index % 8 === 2 * profile) recorder.write({ ...answer.step, trace: await recorder.trace('') })
    index += 1
  }
}

/** A scenario that makes a client wait, named by a request and then switched on. */
async function waitFor(recorder: Recorder, name: string): Promise<void> {
  const path = '/v1/cloud/resources?limit=2'
  const how = name === 'no-answer' ? { giveUpMs: 500 } : {}
  await recorder.send(`GET ${path}`, undefined, { ...withKey(), 'X-Fake-Scenario': name }, how)
  await recorder.send(`PUT /_control/scenarios/${name}`, {})
  await recorder.send(`${name === 'slow-body' ? 'HEAD' : 'GET'} ${path}`, undefined, withKey(), how)
}
