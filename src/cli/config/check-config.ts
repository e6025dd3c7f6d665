import { checkFile, problemOf, problemsBy, problemsOfChoices } from '../../app/check-files.ts'
import { defaultPort } from '../../app/listen-options.ts'
import { fakeOptions } from '../../app/options.ts'
import { readListenOptions, readOptions } from '../../app/read-options.ts'
import { isJsonObject } from '../../lib/merge-patch.ts'
import { AllowedHosts } from '../../notifications/transport/target.ts'
import { configSchema, withPaths } from './settings.ts'

type Options = Readonly<Record<string, unknown>>

/**
 * Checks a configuration file: each option by itself.
 * @param flags the options that override it
 * @returns all that is wrong, and the options that it gives
 */
export async function checkConfig(file: string, flags: Options) {
  let given: Options = {}
  const problems = await checkFile(file, async (content) => {
    given = withPaths(file, content)
    const problems = problemsIn(content)
    return problems.length > 0 ? problems : await problemsOfFiles({ ...given, ...flags })
  })
  return { problems, given }
}

/** Checks the files of a start that have no check of their own. */
async function problemsOfFiles(given: Options): Promise<readonly string[]> {
  const { requireState } = await import('../../state/state-file.ts')
  const { readOwnCertificate } = await import('../../server/tls/own-certificate.ts')
  const { state } = given
  return [
    ...(typeof state === 'string' ? problemOf(() => requireState(state)) : []),
    ...problemOf(() => {
      const { tlsCert, tlsKey } = readListenOptions({ port: defaultPort, ...given })
      if (tlsCert !== undefined && tlsKey !== undefined) readOwnCertificate(tlsCert, tlsKey)
    }),
  ]
}

function problemsIn(content: unknown): readonly string[] {
  const formed = problemsBy(configSchema(), content)
  if (!isJsonObject(content)) return formed
  const options = Object.entries(content).filter(([name]) => Object.hasOwn(fakeOptions, name))
  const read = (some: readonly (readonly [name: string, value: unknown])[]): readonly string[] =>
    problemOf(() => new AllowedHosts(readOptions(Object.fromEntries(some)).allowWebhookHost))
  const { assume } = content
  const single = [
    ...formed,
    ...(isJsonObject(assume) ? problemsOfChoices(assume).map((problem) => `assume: ${problem}`) : []),
    ...options.filter(([name]) => name !== 'assume').flatMap((option) => read([option])),
  ]
  // Two options may contradict each other.
  return single.length > 0 ? [...new Set(single)] : read(options)
}
