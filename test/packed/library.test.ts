import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { describePacked, project } from './describe-packed.ts'

describePacked('the library', ({ version, runNode, serve }) => {
  it('makes a fake, starts one, and connects to one', async () => {
    const { sandbox } = await serve('--resources', '3')
    const { code, out, err } = await runNode(
      '--input-type=module',
      '--eval',
      `
      import { connect, createFake, startFake } from 'cloudsec-fake'
      const fakes = [await createFake({ resources: 1 }), await startFake({ resources: 2 }), await connect('${sandbox.baseUrl}')]
      const totals = []
      for (const fake of fakes) {
        const headers = { Authorization: 'Bearer ' + fake.apiKey }
        const { pagination } = await (await fake.fetch(fake.baseUrl + '/cloud/resources', { headers })).json()
        await fake.scenarios.on('flaky')
        await fake.clock.freeze()
        totals.push([pagination.total_items, (await fake.summary()).scenarios])
        await fake.close()
      }
      console.log(JSON.stringify(totals))`,
    )
    expect([code, err]).toEqual([0, ''])
    expect(JSON.parse(out)).toEqual([1, 2, 3].map((total) => [total, ['flaky']]))
  })

  it('can be required, what it loads later included', async () => {
    const { code, out, err } = await runNode(
      '--eval',
      `
      const { createFake, InputError } = require('cloudsec-fake')
      const { handlers } = require('cloudsec-fake/msw')
      void createFake({ clock: 'frozen' }).then(async (fake) => {
        const { id } = await fake.jobs.create({})
        const { info } = await (await fake.fetch(new URL('/openapi.json', fake.baseUrl))).json()
        const refusal = await createFake({ clock: 'never' }).catch((error) => error)
        console.log(JSON.stringify([typeof id, typeof info.title, refusal instanceof InputError, typeof handlers]))
      })`,
    )
    expect([code, err]).toEqual([0, ''])
    expect(JSON.parse(out)).toEqual(['string', 'string', true, 'function'])
  })

  it.each([
    ['mine.test.mjs', "import { test } from 'cloudsec-fake/node-test'"],
    ['mine.test.cjs', "const { test } = require('cloudsec-fake/node-test')"],
  ])('has a test for node:test: %s', async (name, load) => {
    const file = join(project, `${version}-${name}`)
    const body = 'if (!sandbox.name.startsWith("one-")) throw new Error(sandbox.name)'
    await writeFile(file, `${load}\ntest('one', ({ sandbox }) => { ${body} })\n`)
    const { code, out } = await runNode('--test', '--test-reporter', 'tap', file)
    expect([code, out]).toEqual([0, expect.stringMatching(/^# pass 1$/m)])
  })

  it('has handlers for MSW, and a test for Playwright', async () => {
    const { code, out, err } = await runNode(
      '--input-type=module',
      '--eval',
      `
      const modules = [await import('cloudsec-fake/msw'), await import('cloudsec-fake/playwright')]
      console.log(modules.flatMap(({ handlers, test }) => [typeof handlers, typeof test]).join())`,
    )
    expect([code, out, err]).toEqual([0, 'function,undefined,undefined,function\n', ''])
  })
})
