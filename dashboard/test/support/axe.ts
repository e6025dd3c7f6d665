import type { Page } from '@playwright/test'
import axeCore, { type AxeResults } from 'axe-core'

/** Asks axe-core about the open page. @param rules their ids (all) @returns its violations, as `rule: selector` */
export async function axe(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axeCore.source)
  const options = { resultTypes: ['violations'], ...(rules === undefined ? {} : { runOnly: rules }) }
  const { violations } = await page.evaluate<Pick<AxeResults, 'violations'>>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => ({ violations }))`,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) => `${id}: ${target.join(' ')} (${failureSummary.replace(/\s+/g, ' ')})`,
    ),
  )
}
