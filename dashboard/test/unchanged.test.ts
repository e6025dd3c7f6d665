import { it } from 'vitest'

import type { Fake } from '../../src/index.ts'
import { operations } from '../../test/support/answers.ts'
import { describeDashboard, expect } from './support/dashboard.ts'
import { ask } from './support/traffic.ts'
import { linkTo, settled, views } from './support/views.ts'

/** Every answer of the API, with the headers that could change. */
async function askAll(fake: Fake): Promise<readonly unknown[]> {
  const answers: unknown[] = []
  for (const { path, ...asked } of [...operations, { path: '/cloud/resources?limit=0' }]) {
    const response = await ask(fake, path, asked)
    answers.push([response.status, ...response.headers, await response.text()])
  }
  return answers
}

describeDashboard('the API', (start) => {
  it('answers the same while the page is open and after it', async () => {
    const [{ fake, page, open }, { fake: untouched }] = [await start(), await start()]
    const expected = [await askAll(untouched), await askAll(untouched), await askAll(untouched)]
    const answers = [await askAll(fake)]
    await open()
    for (const { link } of views) {
      await linkTo(page, link).click()
      await settled(page)
    }
    answers.push(await askAll(fake))
    await page.close()
    answers.push(await askAll(fake))
    expect(answers).toEqual(expected)
    const paths = async ({ requests }: Fake) =>
      (await requests.list()).map(({ id, method, path }) => `${id} ${method} ${path}`)
    expect(await paths(fake)).toEqual(await paths(untouched))
  })
})
