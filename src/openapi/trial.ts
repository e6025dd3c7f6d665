import { createAssume } from '../assumptions/used.ts'
import type { ApiKey } from '../auth/keys.ts'
import type { Permissions } from '../auth/permission.ts'
import { prefixOf } from '../http/address.ts'
import { setQuota } from '../http/admission.ts'
import type { Operation } from '../http/operation.ts'
import { createApiApp } from '../http/pipeline.ts'
import type { Service } from '../http/request-handling.ts'
import { silentLog } from '../lib/log.ts'
import { fillPath } from '../lib/path-template.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { defaultSandbox } from '../sandbox/sandboxes.ts'
import { jsonType, keyHeader, keyScheme } from '../spec/headers.ts'
import { versionPath } from '../spec/version.ts'

/** A request that produces an example. */
export interface Trial {
  readonly operation: Operation
  /** The values of the parameters of the path (none). */
  readonly parameters?: Readonly<Record<string, string>>
  /** Without its question mark (none). */
  readonly query?: string
  /** Sent as JSON (none). */
  readonly body?: unknown
  /** One that may do everything, one that lacks the permission, one with a used-up quota, or none (full). */
  readonly key?: 'full' | 'limited' | 'exhausted' | 'none'
  /** A fake with room, one without any room left, or one where the operation has a defect (usual). */
  readonly fake?: 'usual' | 'full' | 'broken'
}

/** The sandbox that a request asks for where there is no room for one more: the default one is always there. */
const oneMore = 'sandbox-1'

/**
 * Sends a request to a scratch fake with the choices and the dataset of a sandbox. The sandbox does not change.
 * @returns the body of the answer
 */
export async function tryOut(service: Service, sandbox: Sandbox, trial: Trial): Promise<unknown> {
  const { operation, parameters = {}, query = '', body, fake = 'usual' } = trial
  const sandboxes = service.sandboxes.scratch(sandbox, fake === 'full')
  const name = fake === 'full' ? nameInFull(sandbox, operation) : sandbox.name
  const own = sandboxes.getOrCreate(name)
  const secret = sandboxes.register(own) ? makeKey(own, service.permissions, trial) : sandbox.dataset.apiKey
  const target = `${prefixOf(name)}${versionPath}${fillPath(operation.path, parameters)}${query === '' ? '' : `?${query}`}`
  const init = {
    method: operation.method,
    headers: {
      ...(secret === undefined ? {} : { [keyHeader]: `${keyScheme} ${secret}` }),
      ...(body === undefined ? {} : { 'Content-Type': jsonType }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
  const operations = [fake === 'broken' ? toBroken(operation) : operation]
  try {
    const answer = await createApiApp({ ...service, sandboxes, operations, log: silentLog }).request(target, init)
    return answer.body === null ? null : await answer.json()
  } finally {
    sandboxes.close()
  }
}

/** An operation that stores a record is refused for that record, any other for its sandbox. */
function nameInFull({ name }: Sandbox, { storesRecord }: Operation): string {
  if (storesRecord) return defaultSandbox
  return name === defaultSandbox ? oneMore : name
}

function toBroken(operation: Operation): Operation {
  return {
    ...operation,
    serve: () => {
      throw new Error('a defect')
    },
  }
}

/** Makes the key of a request. @returns its secret; undefined where the request has none */
function makeKey(
  sandbox: Sandbox,
  permissionsOfApi: Permissions,
  { operation, key: kind = 'full' }: Trial,
): string | undefined {
  if (kind === 'none') return undefined
  const { profile, quotas } = sandbox.scenarios.settings
  const assume = createAssume(profile)
  const keys = sandbox.keys
  const nowMs = sandbox.clock.now()
  const { apiKey } = sandbox.dataset
  const full: KeyLike = {
    name: 'Full access',
    permissions: permissionsOfApi.names,
    quota: (apiKey === undefined ? undefined : keys.find(apiKey)?.quota) ?? null,
  }
  const isLimited = (key: ApiKey): boolean =>
    !key.revoked && permissionsOfApi.lacked(assume, key, operation.permission) !== undefined
  const { name, permissions, quota } = kind === 'limited' ? (keys.list().find(isLimited) ?? noPermission) : full
  const made = keys.create({ name, permissions: [...permissions], quota }, nowMs)
  if (kind === 'exhausted') setQuota({ quotas, assume, key: made?.key }, { remaining: 0 }, nowMs)
  return made?.secret
}

interface KeyLike extends Pick<ApiKey, 'name' | 'quota'> {
  readonly permissions: Iterable<string>
}

const noPermission: KeyLike = { name: 'No permission', permissions: [], quota: null }
