import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { resultsFolder } from './places.ts'
import { type Kind, kinds } from './requests.ts'

/** What is measured: the kinds of request, and the start. */
const parts: readonly string[] = [...kinds, 'start']

/** The options of a run. */
export interface Arguments {
  readonly rounds: number
  readonly seconds: number
  readonly connections: readonly number[]
  readonly kinds: readonly Kind[]
  readonly withStart: boolean
  /** Starts of the fake and of the bare server. */
  readonly starts: number
  /** The program of an earlier build, to be measured beside this one; undefined for none. */
  readonly earlier: string | undefined
  readonly out: string
}

/** The text of `--help`. */
export const usage = `npm run bench [-- OPTIONS]

  --quick               short rounds: some five minutes
  --rounds N            rounds of each row (5, with --earlier 15)
  --seconds S           whole seconds of a round for each server (2, quick 1)
  --connections LIST    (1,16,64, with --quick and --earlier 16)
  --only LIST           of ${parts.join(',')}
  --earlier PROGRAM     another build of the fake, by its dist/cli/main.cjs, in place of Hono; the exit code
                        is 1 where a request takes over 10 % more time than there
  --out FOLDER          where bench.md and bench.json are written (bench/results)
`

function positive(name: string, value: string): number {
  const number = Number(value)
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${name}: expected whole numbers from 1, got ${value}`)
  return number
}

/** Reads the arguments; undefined where help is asked for. @throws Error for one that cannot be used */
export function readArguments(args: readonly string[]): Arguments | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      connections: { type: 'string' },
      only: { type: 'string' },
      earlier: { type: 'string' },
      out: { type: 'string', default: resultsFolder },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return undefined
  const { quick, earlier, only = parts.join(',') } = values
  const wanted = wantedParts(only)
  // Beside an earlier build, it takes more rounds to tell a tenth from noise.
  const isPaired = earlier !== undefined
  const { rounds = isPaired ? '15' : '5', seconds = quick ? '1' : '2' } = values
  const { connections = quick && isPaired ? '16' : '1,16,64' } = values
  return {
    rounds: positive('rounds', rounds),
    seconds: positive('seconds', seconds),
    connections: connections.split(',').map((value) => positive('connections', value)),
    kinds: kinds.filter((kind) => wanted.includes(kind)),
    withStart: wanted.includes('start'),
    starts: quick ? 15 : 25,
    earlier: earlier === undefined ? undefined : resolve(earlier),
    out: values.out,
  }
}

/** @throws Error for a part that does not exist */
function wantedParts(only: string): readonly string[] {
  const wanted = only.split(',')
  const unknown = wanted.find((name) => !parts.includes(name))
  if (unknown !== undefined) throw new Error(`--only: there is no ${unknown}; known: ${parts.join(', ')}`)
  return wanted
}
