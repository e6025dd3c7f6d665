import { expect, it } from 'vitest'

import { anySuccess } from '../../support/answers.ts'
import { describeFake, read, readError } from '../../support/fake.ts'

describeFake('the assumptions that decided an answer', (open) => {
  const page = '/cloud/resources?limit=0'

  it('are those of an error that replaces it, and of what came before', async () => {
    const { get, sandbox } = await open({ assume: { pagingInvalid: 'default' } })
    read(await get(page), 200, anySuccess)
    await sandbox.scenarios.define({ name: 'late', rules: [{ phase: 'after', then: { error: 'internal_error' } }] })
    await sandbox.scenarios.on('late')
    readError(await get(page), 500, 'internal_error')
    const [served, replaced] = await sandbox.requests.list()
    expect(served?.assumptions).toEqual(expect.arrayContaining(['pagingInvalid', 'rateWindow']))
    expect(replaced?.assumptions).toEqual(expect.arrayContaining(['errorStatus', 'rateWindow']))
    expect(replaced?.assumptions).not.toContain('pagingInvalid')
  })

  it('are those of the served answer too, if a rule only changes it', async () => {
    const { get, sandbox } = await open({ assume: { pagingInvalid: 'default' } })
    await sandbox.scenarios.define({ name: 'patched', rules: [{ then: { patch: { extra: true } } }] })
    await sandbox.scenarios.on('patched')
    read(await get(page), 200, anySuccess)
    expect((await sandbox.requests.list())[0]?.assumptions).toContain('pagingInvalid')
  })

  it.each([
    ['authentication_quota_permission_request', 403, false],
    ['request_before_permission', 400, true],
  ] as const)('are those of a check only if its error is answered: %s', async (checkOrder, status, isChecked) => {
    const { get, sandbox } = await open({ assume: { checkOrder } })
    const { secret } = await sandbox.keys.create({ name: 'writer', permissions: ['analysis:write'] })
    const headers = { Authorization: `Bearer ${secret}` }
    expect((await get(page, { headers })).status).toBe(status)
    const assumptions = (await sandbox.requests.list())[0]?.assumptions
    expect(assumptions).toContain('checkOrder')
    expect(assumptions?.includes('pagingInvalid')).toBe(isChecked)
  })
})
