import { expect, it } from 'vitest'

import { verdicts } from '../../src/conduct/table.ts'
import { page, rowsOf, section } from './page.ts'

it('the page on conduct has each verdict with its severity, rule and advice', () => {
  const rows = rowsOf(section(page('docs/conduct.md'), 'The verdicts'))
  const expected = verdicts.map(({ id, severity, title, advice }) => [`\`${id}\``, severity, title, advice])
  expect(rows).toEqual(expected)
})
