import { createFake, type FakeOptions } from '../../src/index.ts'
import { clock, conduct, journal, keys } from './chapters/control.ts'
import { odd, quotaFirst } from './chapters/odd.ts'
import { records } from './chapters/records.ts'
import { rules } from './chapters/rules.ts'
import { guard, sandboxes, small, snapshots } from './chapters/sandboxes.ts'
import { variants } from './chapters/variants.ts'
import { webhooks } from './chapters/webhooks.ts'
import { type Fake, Recorder, type Step, withKey } from './recorder.ts'
import { noon } from './requests.ts'

type Chapter = (recorder: Recorder) => Promise<void>

/** The chapters of the session, each with a fake of its own. */
const chapters: Readonly<Record<string, Chapter>> = {
  odd,
  quotaFirst,
  rules,
  clock,
  keys,
  journal,
  conduct,
  sandboxes,
  guard,
  records,
  webhooks,
  snapshots,
}

/** A fake of generated records, with options of its own. */
const generated = {
  seed: 11,
  resources: 3000,
  quota: 900,
  completeAfter: '90s',
  assume: { limitAboveMax: 'clamp', pendingListed: 'score_null' },
} as const

const generatedLists: Chapter = async (recorder) => {
  const lists = ['/cloud/resources', '/cloud/resources?limit=300', '/security/assessments', '/data/analysis/jobs']
  await recorder.run(
    '/v1',
    lists.map((path) => `GET ${path}`),
    withKey(),
  )
  await recorder.run('/_control', [
    'GET /',
    'GET /resources?offset=2990',
    'GET /assessments?limit=3',
    'GET /jobs?limit=3',
  ])
}

/**
 * Sends requests to fakes of one seed, on a clock that stands still, and gives back every answer. It uses only HTTP and
 * `createFake`, so that it outlives any change behind them.
 */
export async function runSession(): Promise<readonly Step[]> {
  const steps: Step[] = []
  const send = (name: string, chapter: Chapter) => async (fake: Fake) => await chapter(new Recorder(name, fake, steps))
  for (const [name, chapter] of Object.entries(chapters)) await withFake({}, send(name, chapter))
  await withFake(generated, send('generated', generatedLists))
  await withFake({ maxSandboxes: 2, scenario: ['extra-fields'] }, send('small', small))
  await withFake({}, async (fake) => await variants(fake, steps))
  return steps
}

async function withFake(options: FakeOptions, use: (fake: Fake) => Promise<void>): Promise<void> {
  const fake = await createFake({ seed: 7, clock: noon, ...options })
  try {
    await use(fake)
  } finally {
    await fake.close()
  }
}
