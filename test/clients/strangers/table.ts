import { versionOf } from '../../support/version-of.ts'

/** A client of a stranger, and all that has to be found about it. */
export interface Stranger {
  /** Its file. */
  readonly file: string
  /** Flags that the suite breaks with, each list alone (none: nothing is planted that breaks it). */
  readonly red?: readonly (readonly string[])[]
  /** The findings of a sweep (none), under their own names or as `also`. */
  readonly finds?: readonly string[]
  /** Findings that a sweep may make too, since they have the same cause. */
  readonly mayFind?: readonly string[]
  /** What a sweep says of runs that are green (nothing). */
  readonly misbehaves?: readonly string[]
  /** The verdicts on its conduct (none). */
  readonly conduct?: readonly string[]
  /** The scenario that shows them (none). */
  readonly scenario?: string
}

/** Each resource of a list is without tags, as `empty-arrays` of a sweep makes it. */
export const noTags = {
  name: 'no-tags',
  rules: [{ when: { operation: 'listResources' }, then: { replace: { tags: [] } } }],
} as const

/** A quota that is used up, for so long that a busy machine does not sleep through it. */
export const usedUp = { name: 'used-up', quota: { remaining: 0, resetsIn: '40s' } } as const

/** The same for a short time, which a sound client waits. */
export const quota = { name: 'quota', quota: { remaining: 0, resetsIn: '3s' } } as const

const assume = (choice: string): readonly string[] => ['--assume', choice]
const scenario = (name: string): readonly string[] => ['--scenario', name]

export const strangers: readonly Stranger[] = [
  {
    file: 'p01-counts-pages.mjs',
    red: [assume('pageBeyondEnd=resource_not_found'), assume('pageBeyondEnd=invalid_request')],
    finds: ['pageBeyondEnd=resource_not_found', 'pageBeyondEnd=invalid_request'],
  },
  {
    file: 'p02-reset-as-duration.mjs',
    red: [scenario('used-up')],
    finds: ['rate_limit_exceeded'],
    conduct: ['retried-too-early'],
    scenario: 'used-up',
  },
  {
    file: 'p03-404-is-empty.mjs',
    red: [assume('errorStatus=hidden')],
    finds: ['errorStatus=hidden'],
  },
  {
    file: 'p04-repeats-posts.mjs',
    red: [scenario('commits-then-fails')],
    finds: ['commits-then-fails@createJob'],
    // These, too, lose the answer to a create that was done.
    mayFind: ['truncate@createJob', 'malformed_json@createJob', 'empty@createJob'],
    conduct: ['repeated-committed-create'],
    scenario: 'commits-then-fails',
  },
  {
    file: 'p05-knows-all-states.mjs',
    red: [assume('jobStates=queued_processing_succeeded_failed'), scenario('unknown-values')],
    finds: ['jobStates=queued_processing_succeeded_failed', 'unknown-values@getJob'],
  },
  {
    file: 'p06-trusts-webhooks.mjs',
    misbehaves: ['took-tampered-webhook under webhook-tampered'],
    conduct: ['took-tampered-webhook'],
    scenario: 'webhook-tampered',
  },
  { file: 'p08-polls-hot.py', conduct: ['polled-too-often'] },
  {
    file: 'p09-whole-seconds.py',
    red: [assume('timestampPrecision=milliseconds')],
    finds: ['timestampPrecision=milliseconds'],
  },
  {
    file: 'p10-ends-at-429.sh',
    red: [scenario('used-up')],
    finds: ['rate_limit_exceeded'],
    conduct: ['gave-up'],
    scenario: 'used-up',
  },
  { file: 'p14-first-tag.mjs', red: [scenario('no-tags')], finds: ['empty-arrays@listResources'] },
  { file: 's11-sound-fetch.mjs' },
  { file: 's12-sound-urllib.py' },
  { file: 's16-verifies-webhooks.mjs' },
]

const hasPython = versionOf('python3', '--version', /Python 3\.(\d+)/) >= 9
const hasCurl = versionOf('curl', '--version', /curl (\d+)/) > 0

/** The command of a client; undefined where this machine cannot run it. */
export function commandOf({ file }: Stranger): readonly string[] | undefined {
  if (file.endsWith('.py')) return hasPython ? ['python3', '-B', file] : undefined
  if (file.endsWith('.sh')) return hasCurl ? ['sh', file] : undefined
  return [process.execPath, '--test-reporter=junit', file]
}
