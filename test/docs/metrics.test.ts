import { expect, it } from 'vitest'

import { families } from '../../src/control/handlers/metrics.ts'
import { inCode, page, rowsOf, section } from './page.ts'

it('the page on the journal has each metric with its kind and labels', () => {
  const rows = rowsOf(section(page('docs/journal.md'), 'All metrics'))
  const shown = rows
    .slice(0, families.length)
    .map(([name = '', kind, labels = '']) => [inCode(name)[0], kind, inCode(labels)])
  expect(shown).toEqual(families.map(({ name, kind, labels }) => [name, kind, labels]))
})
