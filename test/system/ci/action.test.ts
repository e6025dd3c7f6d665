import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { page, root } from '../../docs/page.ts'
import { type Ended, jobsOf, runJob } from './github.ts'
import { createMachine, type Machine } from './machine.ts'

const machines: Machine[] = []
afterAll(async () => await Promise.all(machines.map(async ({ remove }) => await remove())))

const action = './node_modules/cloudsec-fake/action'

/** As the page on CI has it. */
const keep = `{ if: failure() && env.CLOUDSEC_BASE_URL, uses: ${action}/journal, with: { name: journal-1 } }`

/** Runs a job with these steps, in YAML. @param files further files of the project @param env variables of the job */
async function run(
  steps: string,
  files: Readonly<Record<string, string>> = {},
  env: Readonly<Record<string, string>> = {},
): Promise<Ended & { machine: Machine }> {
  const machine = await createMachine(files)
  machines.push(machine)
  const [job] = jobsOf(`jobs: { test: { steps: [${steps}] } }`)
  return { machine, ...(await runJob(machine, { ...(job ?? expect.fail('no job')), env })) }
}

const outputsOf = ({ done }: Ended): readonly string[] => done.map(({ out }) => out)

it('the actions, and the workflows of this project and of the page, are as GitHub wants them', () => {
  const folder = `${root}.github/workflows/`
  const own = readdirSync(folder).map((file) => readFileSync(folder + file, 'utf8'))
  expect(own.length).toBeGreaterThan(1)
  const actions = ['action', 'action/journal'].map((folder) => readFileSync(`${root}${folder}/action.yml`, 'utf8'))
  const printed = page('docs/ci.md').blocks.map(({ code }) => code)
  const workflows = printed.filter((code) => code.includes('\njobs:\n'))
  expect(workflows.length).toBeGreaterThan(4)
  const documents = [...actions, ...own, ...workflows]
  const program = fileURLToPath(new URL('lint-github.ts', import.meta.url))
  const out = execFileSync(process.execPath, ['--import', 'tsx', program], { input: JSON.stringify(documents) })
  expect(JSON.parse(String(out))).toEqual(documents.map(() => []))
})

describe('the actions', () => {
  it.concurrent('start a fake for the steps that follow, with its flags and its configuration', async () => {
    const ended = await run(
      `{ id: fake, uses: ${action}, with: { working-directory: tests, flags: " --scenario jobs-slow\\n--clock   frozen\\n" } },
       { run: npx --no -- cloudsec-fake clock },
       { run: npx --no -- cloudsec-fake scenario show jobs-slow },
       { run: npx --no -- cloudsec-fake assumptions show limitAboveMax },
       { run: "echo \${{ steps.fake.outputs.base-url }} \${{ steps.fake.outputs.api-key }} \${{ steps.fake.outputs.control-url }}" },
       { run: npm test }`,
      { 'tests/cloudsec-fake.config.json': '{ "assume": { "limitAboveMax": "clamp" } }' },
    )
    const { CLOUDSEC_BASE_URL: url, CLOUDSEC_API_KEY: key, CLOUDSEC_CONTROL_URL: control } = ended.env
    const [started, clock, scenario, assumption, outputs] = outputsOf(ended)
    expect(started).toBe(`cloudsec-fake listens on ${url}\n`)
    expect(clock).toBe('2026-07-01T00:00:00.000Z frozen\n')
    expect(scenario).toMatch(/^active +true$/m)
    expect(assumption).toMatch(/clamp/)
    expect(outputs).toBe(`${url} ${key} ${control}\n`)
    expect(ended.done.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0])
  })

  it.concurrent('start a second fake beside the first', async () => {
    const { env, done } = await run(
      `{ id: one, uses: ${action} }, { id: two, uses: ${action} },
       { run: "npx --no -- cloudsec-fake wait --url \${{ steps.one.outputs.base-url }}" },
       { run: "echo \${{ steps.two.outputs.base-url }}" }`,
    )
    expect(done.map(({ code }) => code)).toEqual([0, 0, 0, 0])
    expect(done[3]?.out).toBe(`${env['CLOUDSEC_BASE_URL']}\n`)
    expect(done[0]?.out).not.toBe(done[1]?.out)
  })

  it.concurrent('mask a token, and hand it on', async () => {
    const { env, done } = await run(
      `{ uses: ${action}, with: { control-token: 'a-token-$(id)' } }, { run: npx --no -- cloudsec-fake reset },
       { run: 'curl -s -o /dev/null -w "%{http_code}" "$CLOUDSEC_CONTROL_URL/clock"' }`,
    )
    expect(env['CLOUDSEC_FAKE_CONTROL_TOKEN']).toBe('a-token-$(id)')
    expect(done[0]?.out).toMatch(/^::add-mask::a-token-\$\(id\)\ncloudsec-fake listens on .*\n$/)
    expect(done.slice(1).map(({ code, out }) => [code, out])).toEqual([
      [0, 'reset: default\n'],
      [0, '401'],
    ])
  })

  it.concurrent('say why a fake does not start, and give the steps that follow nothing', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = z.object({ port: z.int() }).parse(other.address())
    const { env, done } = await run(`{ uses: ${action}, with: { port: ${port} } }, { run: 'echo never' }, ${keep}`)
    other.close()
    expect(done).toMatchObject([{ code: 1 }])
    expect(done[0]?.out).toMatch(
      /^::error title=cloudsec-fake::The fake did not start: .* another program listens there; /m,
    )
    expect(env).toEqual({})
  })

  it.concurrent('say that a fake ended before it gave its variables, and show its log', async () => {
    const dying = `if (process.argv.includes('start')) {
      const { write } = process.stdout
      process.stdout.write = (text) => {
        write.call(process.stdout, text)
        setTimeout(() => { console.error('a last word'); process.exit(7) })
      }
    }`
    const { env, done } = await run(
      `{ uses: ${action} }`,
      { 'dying.cjs': dying },
      { NODE_OPTIONS: '--require ./dying.cjs' },
    )
    expect(done).toMatchObject([{ code: 1, out: expect.stringMatching(/^a last word\n::error .*does not give its/m) }])
    expect(env).toEqual({ NODE_OPTIONS: '--require ./dying.cjs' })
  })

  it.concurrent.each([
    ['--tls', /^::error .* exec --tls\.$/m],
    ['--host 0.0.0.0', /^::error .* needs control-token\b/m],
  ])('refuse %s, which later steps could not use', async (flags, reason) => {
    const { env, done } = await run(`{ uses: ${action}, with: { flags: ${flags} } }`)
    expect(done).toMatchObject([{ code: 1, out: expect.stringMatching(reason) }])
    expect(env).toEqual({})
  })

  it.concurrent('mask a token as GitHub reads it, and refuse one of two lines', async () => {
    const token = (text: string) => `{ uses: ${action}, with: { control-token: ${JSON.stringify(text)} } }`
    const { done } = await run(token('a-token-of-100%25'))
    expect(done).toMatchObject([{ code: 0, out: expect.stringMatching(/^::add-mask::a-token-of-100%2525\n/) }])
    const refused = await run(token('a-token\nPATH=/nowhere'))
    expect(refused.done).toMatchObject([{ code: 1, out: expect.stringMatching(/^::error .*::control-token: /) }])
    expect(refused.env).toEqual({})
  })

  it.concurrent.each(['$(touch${IFS}pwned) `touch pwned`; touch pwned & *', "'; touch pwned #"])(
    'run no text of an input: %s',
    async (flags) => {
      const { machine, done } = await run(`{ uses: ${action}, with: { flags: ${JSON.stringify(flags)} } }`)
      expect(done).toMatchObject([{ code: 1 }])
      expect(done[0]?.out).toContain('::error title=cloudsec-fake::The fake did not start: cloudsec-fake: ')
      expect(readdirSync(machine.project)).not.toContain('pwned')
    },
  )

  it.concurrent('keep the journal of all sandboxes where a job fails', async () => {
    const { machine, env, summary, done } = await run(
      `{ uses: ${action} },
       { run: 'CLOUDSEC_BASE_URL=\${CLOUDSEC_BASE_URL%/v1}/@cart/v1 npm test' },
       { run: npm test, env: { CLIENT_PATH: /cloud/resource } },
       { run: 'echo never' },
       ${keep}`,
    )
    const folder = env['CLOUDSEC_ACTION_FOLDER'] ?? ''
    expect(done.map(({ code }) => code)).toEqual([0, 0, 1, 0, 0])
    expect(done.at(-1)).toMatchObject({
      title: expect.stringContaining('actions/upload-artifact@'),
      with: { name: 'journal-1', path: folder },
    })
    expect(folder.startsWith(machine.temp)).toBe(true)
    expect(readdirSync(folder).toSorted()).toEqual(['log.txt', 'requests.har', 'requests.txt'])
    const urls = [...readFileSync(join(folder, 'requests.har'), 'utf8').matchAll(/"url": ".*(\/.*\/.*)"/g)]
    expect(urls.map(([, path]) => path)).toEqual(['/cloud/resources', '/cloud/resource'])
    expect(summary).toMatch(/^### .*\n\n {4}ID .*\n {4}0-1 .* GET \/v1\/cloud\/resource .*404 .*\n$/)
  })

  it.concurrent('keep the log of a fake that has died', async () => {
    const { env, summary, done } = await run(
      `{ uses: ${action} },
       { run: 'printf "a last word\\n" >> "$CLOUDSEC_ACTION_FOLDER/log.txt"; exit 1',
         env: { CLOUDSEC_CONTROL_URL: 'http://127.0.0.1:1/_control' } },
       { run: 'echo "CLOUDSEC_CONTROL_URL=http://127.0.0.1:1/_control" >> "$GITHUB_ENV"', if: failure() },
       ${keep}`,
    )
    expect(done.map(({ code }) => code)).toEqual([0, 1, 0, 0, 0])
    expect(done[3]?.out).toMatch(/^::warning title=cloudsec-fake::/m)
    expect(done[4]).toMatchObject({
      title: expect.stringContaining('actions/upload-artifact@'),
      with: { path: env['CLOUDSEC_ACTION_FOLDER'] },
    })
    expect(summary).toMatch(/^### .*\n\n {4}a last word\n$/)
  })

  it.concurrent('start the program of its version where they come from the repository', async () => {
    const [start, journal] = ['', '/journal'].map((path) => readFileSync(`${root}action${path}/action.yml`, 'utf8'))
    const { machine, env, done } = await run(
      '{ uses: ./repository/action }, { run: npm test }, { uses: ./repository/action/journal }',
      {
        'repository/package.json': '{ "name": "cloudsec-fake", "version": "9.8.7" }',
        'repository/action/action.yml': start ?? '',
        'repository/action/journal/action.yml': journal ?? '',
      },
    )
    expect(done.map(({ code }) => code)).toEqual([0, 0, 0, 0])
    expect(done[0]?.out).toContain('cloudsec-fake@9.8.7\ncloudsec-fake listens on http:')
    expect(env['CLOUDSEC_ACTION_PROGRAM']?.startsWith(machine.temp)).toBe(true)
    expect(readdirSync(env['CLOUDSEC_ACTION_FOLDER'] ?? '')).toContain('requests.har')
  })

  it.concurrent('say that there is no fake, and that the action was copied', async () => {
    const { done } = await run(`{ uses: ${action}/journal }`)
    expect(done).toMatchObject([
      { code: 1, out: expect.stringMatching(/^::error .*::No fake runs in this job: .*\n$/) },
    ])
    const copy = readFileSync(`${root}action/action.yml`, 'utf8')
    const copied = await run('{ uses: ./copy }', { 'copy/action.yml': copy })
    expect(copied.done).toMatchObject([{ code: 1, out: expect.stringContaining('"uses: ./node_modules/') }])
  })
})
