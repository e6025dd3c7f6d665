import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { parseXml, XmlElement } from '@rgrove/parse-xml'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { type Fake, startFake } from '../../src/index.ts'
import { conductProblems, createReport, failedChecks } from '../../src/runners/report.ts'
import { builtPackage } from '../support/built.ts'
import { type Ran, run } from '../support/consumer.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const jars = '/usr/share/java'
const pages = join(root, 'kits/junit/src/test/java/cloudsec/fake')
const javaFlags = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xshare:auto']

/** Of the folder in which all runs are: a project that has the package, the classes of all tests, and how often the fake started. */
let folder: string
let main: string
const at = (...path: readonly string[]): string => join(folder, ...path)

/** Four classes, of 50 methods each. */
const many = Array.from({ length: 4 }, (_class, c) => {
  const methods = Array.from(
    { length: 50 },
    (_method, m) => `@Test void m${m}(CloudsecSandbox sandbox) throws Exception { check(sandbox); }`,
  )
  return [
    `Many${c}`,
    `package suite; import cloudsec.fake.*; import org.junit.jupiter.api.Test;
    @CloudsecFake class Many${c} extends ManyBase { ${methods.join('\n')} }`,
  ] as const
})

const empty = (name: string, parameter: string): string => {
  const methods = Array.from({ length: 200 }, (_method, m) => `@Test void m${m}(${parameter}) {}`)
  return `package suite; import cloudsec.fake.*; import org.junit.jupiter.api.*;
    @CloudsecFake class ${name} { @BeforeAll static void opens(Fake fake) {} ${methods.join('\n')} }`
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cloudsec-junit-'))
  ;({ main } = await builtPackage())
  const bin = at('node_modules/.bin')
  await Promise.all(
    [bin, at('classes'), at('sources'), at('tools')].map(async (path) => mkdir(path, { recursive: true })),
  )
  await executable(
    join(bin, 'cloudsec-fake'),
    `echo $$ >> '${at('starts')}'; exec '${process.execPath}' '${main}' "$@"`,
  )
  await promisify(execFile)('sh', [join(root, 'kits/junit/build.sh'), at('kit.jar')])
  const written = [
    ...many,
    ['Empty', empty('Empty', 'CloudsecSandbox sandbox')],
    ['Plain', empty('Plain', '')],
  ] as const
  const sources = written.map(async ([name, text]) => {
    const path = at('sources', `${name}.java`)
    await writeFile(path, text)
    return path
  })
  const suite = fileURLToPath(new URL('junit/', import.meta.url))
  const named = [pages, suite].map(async (where) => (await readdir(where)).map((name) => join(where, name)))
  const files = [...(await Promise.all(sources)), ...(await Promise.all(named)).flat()]
  const path = [at('kit.jar'), `${jars}/*`].join(delimiter)
  await promisify(execFile)('javac', ['-proc:none', '-nowarn', '-cp', path, '-d', at('classes'), ...files])
  return async () => await rm(folder, { recursive: true })
})

async function executable(path: string, script: string): Promise<void> {
  await writeFile(path, `#!/bin/sh\n${script}\n`)
  await chmod(path, 0o755)
}

interface Options {
  readonly env?: Readonly<Record<string, string>>
  /** Configuration parameters of the run. */
  readonly set?: Readonly<Record<string, string>>
}

const inParallel = {
  'junit.jupiter.execution.parallel.enabled': 'true',
  'junit.jupiter.execution.parallel.mode.default': 'concurrent',
  'junit.jupiter.execution.parallel.config.strategy': 'fixed',
  'junit.jupiter.execution.parallel.config.fixed.parallelism': '8',
}

function words(classes: readonly string[], reports: string, set: Options['set'] = {}): string[] {
  return [
    ...javaFlags,
    '-jar',
    `${jars}/junit-platform-console-standalone.jar`,
    '--disable-banner',
    '--disable-ansi-colors',
    `--reports-dir=${reports}`,
    '-cp',
    [at('classes'), at('kit.jar'), `${jars}/gson.jar`].join(delimiter),
    ...classes.map((name) => `--select-class=${name}`),
    ...Object.entries(set).map(([name, value]) => `--config=${name}=${value}`),
  ]
}

interface Test {
  readonly seconds: number
  readonly skipped: boolean
  /** Undefined for none. */
  readonly failure: string | undefined
  readonly type: string | undefined
}

interface Run extends Ran {
  readonly tests: ReadonlyMap<string, Test>
  /** Of the fakes that it started. */
  readonly pids: readonly number[]
}

async function junit(classes: readonly string[], { env = {}, set = {} }: Options = {}): Promise<Run> {
  const reports = await mkdtemp(at('reports-'))
  await rm(at('starts'), { force: true })
  const ran = await run('java', words(classes, reports, set), folder, env)
  const document = parseXml(await readFile(join(reports, 'TEST-junit-jupiter.xml'), 'utf8'))
  const cases = (document.root?.children ?? []).filter(
    (child) => child instanceof XmlElement && child.name === 'testcase',
  )
  const tests = cases.flatMap((each) => (each instanceof XmlElement ? [[nameOf(each), readTest(each)] as const] : []))
  return { ...ran, tests: new Map(tests), pids: await startedPids() }
}

const nameOf = ({ attributes }: XmlElement): string =>
  `${attributes['classname']}.${attributes['name']?.replace(/\(.*/, '')}`

function readTest({ attributes, children }: XmlElement): Test {
  const child = (...names: readonly string[]): XmlElement | undefined =>
    children.find((each): each is XmlElement => each instanceof XmlElement && names.includes(each.name))
  const failure = child('failure', 'error')
  return {
    seconds: Number(attributes['time']),
    skipped: child('skipped') !== undefined,
    failure: failure && messageOf(failure.text),
    type: failure?.attributes['type'],
  }
}

/** The message in a stack trace: an attribute of XML has no line breaks. */
const messageOf = (trace: string): string =>
  trace.replace(/^[\w.]+(?:Error|Exception): /, '').replace(/\n\tat [^]*/, '')

async function startedPids(): Promise<readonly number[]> {
  const text = await readFile(at('starts'), 'utf8').catch(() => '')
  return text.split('\n').filter(Boolean).map(Number)
}

/** False for a process that has ended and whose parent has not asked, too. */
async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat !== '' && !/\) [ZX] /.test(stat)
}

const failed = ({ tests }: Run): readonly string[] =>
  [...tests].flatMap(([name, { failure }]) => (failure === undefined ? [] : [name])).toSorted()

describe('the kit for JUnit', () => {
  it.each([{}, inParallel])('passes its own tests with %j', async (set) => {
    const ran = await junit(['cloudsec.fake.SandboxTest'], { set })
    expect([ran.code, failed(ran), ran.tests.size > 8]).toEqual([0, [], true])
    expect(ran.pids.length).toBe(1)
    await expect.poll(async () => isRunning(ran.pids[0] ?? 0)).toBe(false)
  })

  it('runs what init writes', async () => {
    await writeFile(at('pom.xml'), '<project/>')
    const { out } = await run(process.execPath, [main, 'init'], folder)
    expect(out).toContain('found  pom.xml: JUnit\n')
    const source = at('src/test/java/CloudsecFakeTest.java')
    const path = [at('kit.jar'), `${jars}/*`].join(delimiter)
    await promisify(execFile)('javac', [
      '-proc:none',
      '-Xlint:all,-path',
      '-Werror',
      '-cp',
      path,
      '-d',
      at('classes'),
      source,
    ])
    const ran = await junit(['CloudsecFakeTest'])
    expect([ran.code, [...ran.tests.keys()], failed(ran)]).toEqual([
      0,
      ['CloudsecFakeTest.aListThatFailsIsAskedForAgain'],
      [],
    ])
    await rm(at('cloudsec-fake.config.json'))
  })

  it('has one fake for 200 concurrent methods, each with a sandbox of its own', async () => {
    const ran = await junit(
      many.map(([name]) => `suite.${name}`),
      { set: inParallel },
    )
    expect([ran.code, failed(ran), ran.tests.size]).toEqual([0, [], 200])
    expect(ran.pids.length).toBe(1)
  })

  it('adds few milliseconds to an empty test', async () => {
    const ran = await junit(['suite.Plain', 'suite.Empty'])
    expect([ran.code, ran.tests.size]).toEqual([0, 400])
    const times = (of: string): readonly number[] =>
      [...ran.tests].flatMap(([name, { seconds }]) => (name.startsWith(of) ? [seconds] : [])).toSorted((a, b) => a - b)
    const [plain, empty] = [times('suite.Plain'), times('suite.Empty')]
    const figures = `seconds of an empty test, a tenth and half: ${plain[20]}, ${plain[100]}; with a sandbox ${empty[20]}, ${empty[100]}`
    // A tenth of the tests: others run beside them on a busy machine.
    expect((empty[20] ?? Infinity) - (plain[20] ?? 0), figures).toBeLessThanOrEqual(0.005)
  })

  it('leaves no fake behind when its process is killed', async () => {
    for (let round = 0; round < 10; round++) {
      await rm(at('starts'), { force: true })
      const jvm = spawn('java', words(['suite.Holds'], at('reports-killed')), {
        cwd: folder,
        env: ownEnvironment(),
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      let out = ''
      for await (const chunk of jvm.stdout) if ((out += String(chunk)).includes('holds')) break
      expect(out).toContain('holds http://')
      const [pid = 0, ...others] = await startedPids()
      expect([await isRunning(pid), others]).toEqual([true, []])
      const ended = once(jvm, 'exit')
      jvm.kill('SIGKILL')
      await ended
      await expect.poll(async () => isRunning(pid)).toBe(false)
    }
  })
})

/** Without what an outer run has set. */
function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('CLOUDSEC_')))
}

describe('a failure of a test with the kit', () => {
  let fake: Fake
  let ran: Run
  beforeAll(async () => {
    fake = await startFake()
    ran = await junit(['suite.Failures'], { env: { CLOUDSEC_CONTROL_URL: fake.controlUrl } })
    return fake.close
  })

  const sandboxOf = (failure: string): string => /sandbox ([a-z0-9-]+)\)/.exec(failure)?.[1] ?? 'none'

  it('keeps its sandbox, and only its', async () => {
    const failures = [...ran.tests.values()].flatMap(({ failure }) => (failure === undefined ? [] : [failure]))
    expect(failures.length).toBe(11)
    const names = (await fake.sandboxes.list()).map(({ name }) => name).filter((name) => name !== 'default')
    expect(names.toSorted()).toEqual(failures.map(sandboxOf).toSorted())
    expect(sandboxOf(failures[0] ?? '')).toMatch(/-[0-9a-f]{8}$/)
    expect(ran.pids).toEqual([])
    expect(ran.code).toBe(1)
  })

  it('says the same as one of a runner of TypeScript', async () => {
    const [newest] = await fake.requests.list({ limit: 1 })
    const beginnings = new Map<string, string>()
    for (const [name, { failure }] of ran.tests) {
      if (failure === undefined) continue
      const client = fake.sandbox(sandboxOf(failure))
      const since = name.includes('LostTheirSandbox') ? undefined : newest?.id
      const { text } = await createReport({ client, shared: fake, since })
      const checks = [
        ...(name.includes('strict') ? await failedChecks(client) : []),
        ...(name.includes('conduct')
          ? await conductProblems(client, { mode: 'fail', allow: [], pollEvery: '1s' })
          : []),
      ]
      const [start = '', rest] = failure.split(/(?=cloudsec-fake requests)/)
      expect(rest?.trimEnd()).toBe(text)
      if (checks.length > 0) expect(start).toBe(`${checks.join('\n')}\n\n`)
      else beginnings.set(name.replace(/.*\./, ''), start)
    }
    expect(Object.fromEntries(beginnings)).toEqual({
      failsAfterARequestThatWasRefused: 'expected: <200> but was: <503>\n\n',
      failsWithoutARequest: 'nothing came\n\n',
      failsWithAnException: 'java.io.IOException: the client broke\n\n',
      failsInSeveralWays: expect.stringMatching(
        /^Multiple Failures \(2 failures\)\n.*expected: <201> but was: <200>\n.*and so\n\n$/,
      ),
      runsOutOfTime: expect.stringMatching(/timed out after 1 second\n\n$/),
      showsRequestsThatLostTheirSandbox: 'expected: <503> but was: <200>\n\n',
      dynamic: 'expected: <400> but was: <200>\n\n',
      failsAfterwards: 'expected: <{}> but was: <200>\n\n',
    })
  })

  it('keeps its type, warns on stderr, and leaves an aborted test alone', () => {
    expect(ran.tests.get('suite.Failures.failsAfterARequestThatWasRefused')?.type).toBe(
      'org.opentest4j.AssertionFailedError',
    )
    expect(ran.tests.get('suite.Failures.isAborted')).toMatchObject({ skipped: true, failure: undefined })
    expect(ran.err).toMatch(
      /^cloudsec-fake conduct: the client misbehaved \(sandbox conduct-warns-\w{8}\)\n\nwarning matched-no-operation \(1\) /m,
    )
  })
})

describe('a broken set-up', () => {
  const ways =
    'install Node 20.19 or later and run `npm install --save-dev cloudsec-fake` here, or set CLOUDSEC_CONTROL_URL to the control URL of a running fake'
  const only = async (name: string, program: string): Promise<string> => {
    await mkdir(at('tools', name), { recursive: true })
    for (const line of program.split('\n')) {
      const [file = '', script = ''] = line.split(': ')
      if (file !== '') await executable(at('tools', name, file), script)
    }
    return [at('tools', name), dirname('/usr/bin/java'), '/bin'].join(delimiter)
  }
  const answering = async (status: number, body: string): Promise<string> => {
    const server = createServer((_request, response) => void response.writeHead(status).end(body))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    const address = server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/_control`
  }
  const guarded = async (): Promise<string> => {
    const fake = await startFake({ host: '0.0.0.0' })
    onTestFinished(fake.close)
    return fake.controlUrl.replace('0.0.0.0', '127.0.0.1')
  }

  it.each<[string | RegExp, () => Promise<Options>]>([
    [
      `there is no npx-of-none to start the fake: ${ways}`,
      async () => ({ set: { 'cloudsec.command': 'npx-of-none --no -- cloudsec-fake start' } }),
    ],
    [
      `the fake needs Node 20.19 or later, but found v18.20.1: ${ways}`,
      async () => ({ env: { PATH: await only('old', 'node: echo v18.20.1\nnpx: echo SyntaxError >&2; exit 1') } }),
    ],
    [
      `the fake needs Node 20.19 or later, but found none: ${ways}`,
      async () => ({ env: { PATH: await only('none', 'node: exit 127\nnpx: exit 127') } }),
    ],
    [
      `npx cannot find the package cloudsec-fake: ${ways}`,
      async () => ({
        env: { PATH: await only('lacking', 'node: echo v22.1.0\nnpx: echo npm error code E404 >&2; exit 1') },
      }),
    ],
    [
      /the fake did not start: .*port \d+/,
      async () => {
        const { port } = new URL(await answering(200, ''))
        return { set: { 'cloudsec.command': `npx --no -- cloudsec-fake start --port ${port}` } }
      },
    ],
    [
      "CLOUDSEC_CONTROL_URL: expected a URL such as http://127.0.0.1:4747/_control, got 'here'",
      async () => ({ env: { CLOUDSEC_CONTROL_URL: 'here' } }),
    ],
    [
      /CLOUDSEC_CONTROL_URL: nothing answers at http:\/\/127\.0\.0\.1:9\/_control \([\w ]+\)/,
      async () => ({ env: { CLOUDSEC_CONTROL_URL: 'http://127.0.0.1:9/_control' } }),
    ],
    [
      /CLOUDSEC_CONTROL_URL: the server at \S+ is not cloudsec-fake \(status 200\)/,
      async () => ({ env: { CLOUDSEC_CONTROL_URL: await answering(200, '<html>') } }),
    ],
    [
      /CLOUDSEC_CONTROL_URL: the server at \S+ is not cloudsec-fake$/,
      async () => ({ env: { CLOUDSEC_CONTROL_URL: await answering(200, '{}') } }),
    ],
    [
      /CLOUDSEC_CONTROL_URL: the server at \S+ is not cloudsec-fake \(status 500\)/,
      async () => ({ env: { CLOUDSEC_CONTROL_URL: await answering(500, '[]') } }),
    ],
    [
      /CLOUDSEC_CONTROL_URL: .*control token.*; set CLOUDSEC_FAKE_CONTROL_TOKEN$/,
      async () => ({ env: { CLOUDSEC_CONTROL_URL: await guarded() } }),
    ],
    [/cloudsec\.clock: now: expected an ISO 8601 date-time.*soon/, async () => ({ set: { 'cloudsec.clock': 'soon' } })],
    ["cloudsec.conduct: expected fail, warn, off, got 'hard'", async () => ({ set: { 'cloudsec.conduct': 'hard' } })],
    [
      /cloudsec\.allow: .*no-such/,
      async () => ({ set: { 'cloudsec.conduct': 'fail', 'cloudsec.allow': 'gave-up,no-such' } }),
    ],
    [
      /cloudsec\.assume: assumption errorStatus: expected one of .*, got "5xx"$/,
      async () => ({ set: { 'cloudsec.assume': 'errorStatus = 5xx' } }),
    ],
  ])('is one line: %s', async (line, options) => {
    const { code, out } = await junit(['suite.Holds'], await options())
    expect(code).toBe(1)
    const lines = out
      .split('\n')
      .filter((each) => each.includes('=> '))
      .map((each) => each.replace(/.*?Exception: /, ''))
    expect(lines).toEqual([typeof line === 'string' ? `cloudsec-fake: ${line}` : expect.stringMatching(line)])
    expect(out).not.toContain('java:')
  })

  it('is a sandbox that no test has', async () => {
    const { code, out } = await junit(['suite.InAConstructor'])
    expect([code, out]).toEqual([1, expect.stringContaining('only tests, @BeforeEach and @AfterEach have a sandbox')])
  })
})

describe('coverage', () => {
  it.each([
    ['', 0],
    ['1', 0],
    ['90', 1],
    ['many', 1],
  ])('is shown after the run, which fails below %s', async (least, code) => {
    const set = least === '' ? { 'cloudsec.coverage': 'true' } : { 'cloudsec.coverage.min': least }
    const ran = await junit(['cloudsec.fake.SandboxTest'], { set })
    expect(ran.out).toMatch(/\ncloudsec-fake coverage\n/)
    if (least !== 'many') expect(ran.out).toContain('listResources')
    expect(ran.code).toBe(code)
    expect(ran.out.includes(`cloudsec.coverage.min: expected at least ${least} percent`)).toBe(code === 1)
  })
})
