import { defaultProfile, type Choices, pickChoices } from '../../assumptions/profile.ts'
import { assumptionIds } from '../../assumptions/register.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { Problem } from '../problem.ts'
import { type ControlService, defineRoute } from '../route.ts'
import { stateSchema, summarySchema } from '../schemas.ts'
import { toClock } from './clock.ts'
import { listQuotas } from './keys.ts'

/** A sandbox at a glance. */
export function toSummary({ version, apiKey, recordAdmins }: ControlService, sandbox: Sandbox) {
  const { name, clock, scenarios } = sandbox
  const nowMs = clock.now()
  return {
    name,
    version,
    apiKey: validKey(sandbox, apiKey()),
    clock: toClock(clock, nowMs),
    scenarios: scenarios.active,
    assumptions: changedChoices(sandbox),
    quotas: listQuotas(sandbox, nowMs),
    counts: Object.fromEntries(recordAdmins.map((admin) => [admin.name, admin.count(sandbox)])),
  }
}

/** The key of full access, where a sandbox takes it. */
export function validKey(sandbox: Sandbox, secret: string | undefined): string | null {
  if (secret === undefined || sandbox.keys.find(secret)?.revoked !== false) return null
  return secret
}

function changedChoices({ scenarios: { settings } }: Sandbox): Choices {
  const changed = assumptionIds.filter((id) => settings.profile[id] !== defaultProfile[id])
  return pickChoices(settings.profile, changed)
}

/** The state of the fake, and of a sandbox as a whole. */
export const stateRoutes = [
  defineRoute({
    id: 'health',
    method: 'GET',
    path: '/health',
    summary: 'whether the fake is alive',
    answer: stateSchema,
    open: true,
    handle: () => ({ status: 'ok' }),
  }),
  defineRoute({
    id: 'ready',
    method: 'GET',
    path: '/ready',
    summary: 'whether the fake takes requests',
    answer: stateSchema,
    open: true,
    handle: ({ service }) => {
      if (service.stopping.aborted) throw new Problem('unavailable', 'the fake is stopping')
      return { status: 'ready' }
    },
  }),
  defineRoute({
    id: 'showSummary',
    method: 'GET',
    path: '',
    summary: 'the sandbox at a glance',
    answer: summarySchema,
    handle: ({ service, sandbox }) => toSummary(service, sandbox),
  }),
  defineRoute({
    id: 'resetSandbox',
    method: 'POST',
    path: '/reset',
    summary: 'back to the dataset, in every part',
    answer: summarySchema,
    handle: ({ service, sandbox: { name } }) => {
      service.sandboxes.reset(name)
      return toSummary(service, service.sandboxes.getOrCreate(name))
    },
  }),
]
