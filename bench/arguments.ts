import { parseArgs } from 'node:util'

import { resultsFolder } from './places.ts'
import { type Kind, kinds } from './requests.ts'

/** The measurements in addition to the kinds of request. */
const others = ['start'] as const

/** The options of a run. */
export interface Arguments {
  readonly rounds: number
  readonly seconds: number
  readonly connections: readonly number[]
  readonly kinds: readonly Kind[]
  readonly withStart: boolean
  /** Starts of the fake and of the bare server. */
  readonly starts: number
  /** The program of an earlier build to compare with; undefined for none. */
  readonly earlier: string | undefined
  readonly out: string
}

/** The text of `--help`. */
export const usage = `npm run bench [-- OPTIONS]

  --quick               short rounds: some five minutes
  --rounds N            rounds of each row (5, with --earlier 15)
  --seconds S           whole seconds of a round for each server (2, quick 1)
  --connections LIST    (1,16,64, with --quick and --earlier 16)
  --only LIST           of ${[...kinds, ...others].join(',')}
  --earlier PROGRAM     another build of the fake, by its dist/cli/main.cjs, in place of Hono; the exit code
                        is 1 if a request takes over 10 % more time than in it
  --out FOLDER          where bench.md and bench.json are written (bench/results)
`

function positive(name: string, value: string): number {
  const number = Number(value)
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${name}: expected whole numbers from 1, got ${value}`)
  return number
}

/** The default values of a run. @param isPaired with an earlier build: more rounds are needed to tell 10 % from noise */
function defaultsOf(quick: boolean, isPaired: boolean) {
  return {
    rounds: isPaired ? '15' : '5',
    seconds: quick ? '1' : '2',
    connections: quick && isPaired ? '16' : '1,16,64',
  }
}

/** Reads the arguments; undefined for `--help`. @throws Error for an invalid argument */
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
  const { quick } = values
  const wanted = values.only?.split(',') ?? [...kinds, ...others]
  const unknown = wanted.find((name) => ![...kinds, ...others].some((known) => known === name))
  if (unknown !== undefined)
    throw new Error(`--only: unknown name ${unknown}; known: ${[...kinds, ...others].join(', ')}`)
  const { earlier } = values
  const defaults = defaultsOf(quick, earlier !== undefined)
  return {
    rounds: positive('rounds', values.rounds ?? defaults.rounds),
    seconds: positive('seconds', values.seconds ?? defaults.seconds),
    connections: (values.connections ?? defaults.connections).split(',').map((value) => positive('connections', value)),
    kinds: kinds.filter((kind) => wanted.includes(kind)),
    withStart: wanted.includes('start'),
    starts: quick ? 15 : 25,
    earlier,
    out: values.out,
  }
}
