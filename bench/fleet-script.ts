import { createFake } from '../src/index.ts'
import { type Answer, type Line, toBytes } from './line.ts'
import { createRandom, job, toText } from './script.ts'

/** Requests of a script. */
export const scriptLength = 60

/** Scripts that differ. */
const scriptCount = 20

/** A request to the API, by its path below the base address. */
interface Asked {
  readonly path: string
  readonly body?: string | undefined
}

/** The requests of a script. A created job has the same id in every sandbox. */
function requestsOf(seed: number, ids: readonly string[]): readonly Asked[] {
  const random = createRandom(seed)
  const pick = (count: number): number => Math.floor(random() * count)
  let created = 0
  return Array.from({ length: scriptLength }, (): Asked => {
    switch (pick(6)) {
      case 0:
        created += 1
        return { path: '/data/analysis/jobs', body: JSON.stringify({ ...job, name: `Job ${pick(1000)}` }) }
      case 1:
        return { path: `/data/analysis/jobs/${ids[pick(created + 1)] ?? 'none'}` }
      case 2:
        return { path: `/data/analysis/jobs?limit=5&page=${1 + pick(3)}` }
      case 3:
        return { path: `/cloud/resources?type=database&limit=${1 + pick(5)}` }
      case 4:
        return { path: `/security/assessments?limit=${1 + pick(5)}&page=${1 + pick(3)}` }
      default:
        return { path: `/cloud/resources/${ids[0] ?? 'none'}?limit=${pick(2)}` }
    }
  })
}

/** A script, and the answers to it where nothing else is asked. */
export interface Script {
  readonly requests: readonly Asked[]
  readonly answers: readonly string[]
}

/** Plays the scripts in a fake of this process, each in a sandbox of its own. */
export async function playAlone(): Promise<readonly Script[]> {
  const fake = await createFake({ clock: 'frozen', quota: 1_000_000_000 })
  const headers = { Authorization: `Bearer ${fake.apiKey}`, 'Content-Type': 'application/json' }
  const send = async (base: string, { path, body }: Asked): Promise<string> =>
    toText(await fake.fetch(base + path, { headers, ...(body === undefined ? {} : { method: 'POST', body }) }))
  const ids: string[] = []
  for (let i = 0; i < scriptLength; i += 1) {
    const text = await send(fake.sandbox('ids').baseUrl, { path: '/data/analysis/jobs', body: JSON.stringify(job) })
    ids.push(/"id":"([\da-f-]{36})"/.exec(text)?.[1] ?? '')
  }
  const scripts: Script[] = []
  for (let seed = 0; seed < scriptCount; seed += 1) {
    const { baseUrl } = fake.sandbox(`script-${seed}`)
    const requests = requestsOf(seed, ids)
    const answers: string[] = []
    for (const asked of requests) answers.push(plain(await send(baseUrl, asked)))
    scripts.push({ requests, answers })
  }
  await fake.close()
  return scripts
}

/** Page links name the sandbox where its address did. */
const plain = (text: string): string => text.replaceAll(/\/@[\w-]+\//g, '/')

/** A sandbox of the fleet that plays a script. */
export interface Player {
  readonly script: Script
  /** The path before `/v1`, and the headers that name the sandbox. */
  readonly prefix: string
  readonly headers: Readonly<Record<string, string>>
}

/** Has one step of a script played. @returns what was wrong; undefined where the answer is the expected one */
export async function playStep(
  line: Line,
  { script, prefix, headers }: Player,
  step: number,
): Promise<string | undefined> {
  const asked = script.requests[step]
  if (asked === undefined) return undefined
  const { path, body } = asked
  const sent = body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' }
  const answer = await line.ask(toBytes(body === undefined ? 'GET' : 'POST', `${prefix}/v1${path}`, sent, body))
  const text = plain(await toText(toResponse(answer)))
  return text === script.answers[step] ? undefined : `${path}\n${text}\nexpected:\n${script.answers[step]}`
}

function toResponse({ status, head, body }: Answer): Response {
  const lines = head.trim().split('\r\n').slice(1)
  const headers = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')),
    line.slice(line.indexOf(':') + 1).trim(),
  ])
  return new Response(new Uint8Array(body), { status, headers })
}
