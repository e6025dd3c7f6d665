import type { Access, Checks, Service } from './service.ts'
import { partsOf } from './suite.ts'

/** The variable of the environment that this client needs. @throws Error where it is not there */
function needed(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set: run this below cloudsec-fake exec or sweep`)
  return value
}

/** Runs the suite of all TypeScript clients for one of them. */
export async function runSuite(open: (access: Access) => Service): Promise<void> {
  await runChecks((access) => partsOf(open, access))
}

/**
 * Runs the checks of a client one after another, prints them as JUnit XML, and sets the exit code.
 * @param open returns the checks by part; the variable PARTS names some of the parts (all)
 */
export async function runChecks(open: (access: Access) => Readonly<Record<string, Checks>>): Promise<void> {
  const parts = open({ baseUrl: needed('CLOUDSEC_BASE_URL'), apiKey: needed('CLOUDSEC_API_KEY') })
  const wanted = process.env['PARTS']?.split(',') ?? Object.keys(parts)
  const cases: string[] = []
  for (const part of wanted) {
    for (const [name, check] of Object.entries(parts[part] ?? {})) {
      const failure = await check().then(
        () => '',
        (error: unknown) => `<failure message="${escape(String(error))}"/>`,
      )
      if (failure !== '') process.exitCode = 1
      cases.push(`<testcase classname="${part}" name="${name}">${failure}</testcase>`)
    }
  }
  process.stdout.write(`<testsuites><testsuite name="clients">${cases.join('\n')}</testsuite></testsuites>\n`)
}

function escape(text: string): string {
  return text.replace(/[&<>"\n]/g, (char) => `&#${char.charCodeAt(0)};`)
}
