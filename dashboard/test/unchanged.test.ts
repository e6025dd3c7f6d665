import { it } from 'vitest'

import type { Fake } from '../../src/index.ts'
import { operations } from '../../test/support/answers.ts'
import { describeDashboard, expect } from './support/dashboard.ts'
import { linkTo, settled, views } from './support/views.ts'

/** Every answer of the API, with the headers that could change. */
async function askAll({ baseUrl, apiKey }: Fake): Promise<readonly string[]> {
  const answers: string[] = []
  for (const operation of [...operations, { method: 'GET', path: '/cloud/resources?limit=0' }]) {
    const response = await fetch(baseUrl + operation.path, {
      method: operation.method,
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      ...('body' in operation ? { body: JSON.stringify(operation.body) } : {}),
    })
    answers.push(
      [
        response.status,
        ...[...response.headers].map(([name, value]) => `${name}: ${value}`),
        await response.text(),
      ].join('\n'),
    )
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
