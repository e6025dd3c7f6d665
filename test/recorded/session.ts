import { createFake } from '../../src/index.ts'
import { clock, conduct, guard, journal, keys, sandboxes } from './chapters/control.ts'
import { curl } from './chapters/curl.ts'
import { profiles } from './chapters/profiles.ts'
import { records as recordChapter } from './chapters/records.ts'
import { asWritten, builtIn, inline, waits } from './chapters/scenarios.ts'
import { snapshots } from './chapters/snapshots.ts'
import { webhooks } from './chapters/webhooks.ts'
import { Random } from './random.ts'
import { jsonOf, Recorder, type Step } from './recorder.ts'
import { sendRandom } from './requests.ts'
import { copyOf, noon, readRecords, withKey } from './values.ts'

/**
 * Sends some thousands of requests to fakes of one seed, on a clock that stands still, and gives back every answer.
 * It uses only HTTP and `createFake`, so that it outlives any change behind them.
 */
export async function runSession(): Promise<readonly Step[]> {
  const steps: Step[] = []
  // Each of these waits on the real clock, so they go beside the rest and are written down after it.
  const waiting = ['slow', 'slow-body', 'no-answer'].map(async (name) => {
    const own: Step[] = []
    await withFake(name, own, { seed: 7, clock: noon }, (recorder) => waits(recorder, name))
    return own
  })
  await withFake('usual', steps, { seed: 7, clock: noon }, main)
  await withFake('generated', steps, generated, async (recorder) => {
    const own = await readRecords(recorder, '')
    await sendRandom(recorder, '', new Random('generated'), own, 120)
    await recorder.send('POST', '/_control/clock/advance', jsonOf({ by: '2m' }))
    await sendRandom(recorder, '', new Random('generated later'), own, 40)
    await recorder.send('GET', '/_control')
  })
  await withFake('small', steps, { seed: 7, clock: noon, maxSandboxes: 2, scenario: ['extra-fields'] }, small)
  await withFake('curl', steps, { seed: 7, clock: noon }, curl)
  return [...steps, ...(await Promise.all(waiting)).flat()]
}

const generated = {
  seed: 11,
  clock: noon,
  resources: 3000,
  quota: 900,
  completeAfter: '90s',
  assume: { limitAboveMax: 'clamp', pendingListed: 'score_null' },
} as const

async function main(recorder: Recorder): Promise<void> {
  const records = await readRecords(recorder, '')
  await sendRandom(recorder, '', new Random('the default sandbox'), copyOf(records), 330)
  await profiles(recorder, records)
  await builtIn(recorder, records)
  await inline(recorder, records)
  await asWritten(recorder, records)
  await clock(recorder)
  await keys(recorder)
  await journal(recorder, records)
  await conduct(recorder)
  await recordChapter(recorder)
  await webhooks(recorder)
  await snapshots(recorder, records)
  await guard(recorder)
  await sandboxes(recorder)
}

/** A fake that holds few sandboxes. */
async function small(recorder: Recorder): Promise<void> {
  const headers = withKey()
  await recorder.send('GET', '/v1/cloud/resources?limit=1', { headers })
  await recorder.send('POST', '/_control/sandboxes', jsonOf({ name: 'second' }))
  await recorder.send('POST', '/_control/sandboxes', jsonOf({ name: 'third' }))
  await recorder.send('GET', '/@third/v1/cloud/resources?limit=1', { headers })
  await recorder.send('PUT', '/@third/_control/scenarios/flaky', jsonOf({}))
  await recorder.send('DELETE', '/_control/sandboxes/second')
  await recorder.send('GET', '/@third/v1/cloud/resources?limit=1', { headers })
}

async function withFake(
  name: string,
  steps: Step[],
  options: Parameters<typeof createFake>[0],
  use: (recorder: Recorder) => Promise<void>,
): Promise<void> {
  const fake = await createFake(options)
  try {
    await use(new Recorder(name, fake, steps))
  } finally {
    await fake.close()
  }
}
