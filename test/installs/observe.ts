import { isDeepStrictEqual } from 'node:util'

import { startFake } from '../../src/index.ts'
import { run } from '../support/consumer.ts'
import type { Case } from './cases.ts'

/** The end of a command. */
interface Ended {
  readonly code: number
  /** Its output, on both streams. */
  readonly output: string
}

/** The observations of a runner. */
interface Seen {
  /** Two runs beside one fake. */
  readonly runs: readonly Ended[]
  /** The sandboxes that the fake then has. */
  readonly left: readonly string[]
}

/** The promises of each helper, and their signs. The last is that its options count, by a fake of its own. */
const promises: Readonly<Record<string, (seen: Seen) => boolean>> = {
  named: ({ runs }) => runs.every(({ output }) => /sandbox: passes-by-itself-[0-9a-f]{8}\b/.test(output)),
  reset: ({ runs }) => runs.every(({ output }) => /before: 0$/m.test(output)),
  reported: ({ runs }) =>
    runs.every(
      ({ code, output }) =>
        code === 1 &&
        failedIn(output).every((name) => output.includes(`requests (sandbox ${name})`)) &&
        /\?limit=7 +503 +service_unavailable +service-unavailable\[0\]/.test(output),
    ),
  'given back': ({ runs, left }) =>
    left.length > 0 && runs.every(({ output }) => isDeepStrictEqual(failedIn(output), left.toSorted())),
  delays: ({ runs }) => runs.every(({ output }) => /delays: 200$/m.test(output)),
  options: ({ runs }) => runs.every(({ output }) => /options: frozen$/m.test(output)),
}

/** The sandboxes of the tests that failed, sorted. */
function failedIn(output: string): readonly string[] {
  return [...output.matchAll(/fails: (\S+)/g)].map(([, name = '']) => name).toSorted()
}

/** The result of a case. */
export interface Observed {
  /** The promises that hold, and the others. */
  readonly held: readonly string[]
  readonly broken: readonly string[]
  readonly output: string
}

/** Runs a case in the folder that everything is installed in. */
export async function observe(folder: string, { command, environment, expected }: Case): Promise<Observed> {
  const [program, ...args] = command
  const end = async (variables: Readonly<Record<string, string>>): Promise<Ended> => {
    const { code, out, err } = await run(program, args, folder, {
      NO_COLOR: '1',
      CI: '1',
      ...environment,
      ...variables,
    })
    return { code, output: out + err }
  }
  if (expected !== undefined) {
    const { code, output } = await end({})
    const holds = code === (expected.code ?? code) && expected.output.test(output)
    return { held: holds ? [expected.word] : [], broken: holds ? [] : [expected.word], output }
  }
  const fake = await startFake()
  const runs = [
    await end({ CLOUDSEC_CONTROL_URL: fake.controlUrl }),
    await end({ CLOUDSEC_CONTROL_URL: fake.controlUrl }),
  ]
  const left = (await fake.sandboxes.list()).map(({ name }) => name).filter((name) => name !== fake.name)
  await fake.close()
  const names = Object.keys(promises)
  const held = names.filter((name) => promises[name]?.({ runs, left }))
  const broken = names.filter((name) => !held.includes(name))
  return { held, broken, output: [...runs.map(({ output }) => output), `left: ${left.join(' ')}`].join('\n') }
}
