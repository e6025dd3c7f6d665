import { memoize } from '../../lib/lazily.ts'
import type { JsonObject } from '../../lib/merge-patch.ts'
import { draw, type Faker } from '../../random/draw.ts'
import { drawId, RandomStream, streamLabel } from '../../random/random.ts'
import { parseInstant } from '../../time/instant.ts'
import { type Place, placeAt, providers, type ResourceType, toTag } from '../deployments.ts'
import type { Resource } from './resource.ts'

/** For each type: name stem, security groups, disk sizes in GB, and a tag with its values. */
const kinds = {
  virtual_machine: ['vm', ['app', 'ssh'], [40, 200], 'os', ['ubuntu-24.04', 'debian-12']],
  database: ['db', ['database'], [200], 'engine', ['postgresql-16', 'mysql-8.4']],
  kubernetes_cluster: ['k8s', ['nodes', 'control-plane'], [80, 200], 'kubernetes-version', ['1.33', '1.34']],
  load_balancer: ['lb', ['https'], [], 'listener', ['https-443', 'tls-443']],
  cache: ['cache', ['cache'], [], 'engine', ['redis-7.2', 'valkey-8.0']],
} as const

/** Instance types, with # for the size. */
const sizes = {
  virtual_machine: { aws: 'm6i.#', azure: 'Standard_D#s_v5', gcp: 'n2-standard-#' },
  database: { aws: 'db.r6g.#', azure: 'GP_Gen5_#', gcp: 'db-perf-optimized-N-#' },
  kubernetes_cluster: { aws: 'm7g.#', azure: 'Standard_E#s_v5', gcp: 'e2-standard-#' },
  load_balancer: { aws: 'application', azure: 'Standard_v2', gcp: 'regional' },
  cache: { aws: 'cache.r6g.#', azure: 'C#', gcp: 'standard-#gb' },
} as const

const statuses = Object.entries({ running: 14, stopped: 4, terminated: 1, provisioning: 1 })
const weightedStatuses = statuses.map(([value, weight]) => ({ value, weight }))

const isType = (type: unknown): type is ResourceType => typeof type === 'string' && Object.hasOwn(kinds, type)

const codeOf = (label: string): string => new RandomStream(label).hex()
const sharedCode = memoize(codeOf, 1000)
const blockOf = memoize((label: string) => new RandomStream(label).int(16, 240), 1000)

const fromMs = parseInstant('2025-01-01T00:00:00Z', 'from')
const untilMs = parseInstant('2026-06-30T00:00:00Z', 'until')
const newestMs = parseInstant('2026-06-30T23:50:00Z', 'newest')

/**
 * Draws a resource. Shared parts, such as its network, depend only on the seed.
 * @param given fields that the drawn ones fit, if their values are known
 * @param number of the resource in an inventory, which makes its name unique (none)
 */
export function drawResource(seed: number, label: string, given: JsonObject, number?: number): Omit<Resource, 'id'> {
  return draw(label, (faker) => {
    const at = number ?? faker.number.int(99_999)
    const { place, host, ordinalOf, end, note } = placeAt(seed, at)
    const type = isType(given['type']) ? given['type'] : place.type
    const provider = providerFor(given) ?? place.provider
    const otherRegion = faker.helpers.arrayElement<string>(provider.regions)
    const region = provider === place.provider ? place.region : otherRegion
    const [stem, groups, disks] = kinds[type]
    const status = drawStatus(faker, !place.isLive && (stem === 'vm' || stem === 'db'))
    const [sinceMs, lastMs] = status === 'provisioning' ? [newestMs - 900_000, newestMs] : [fromMs, untilMs]
    const instant = (afterMs: number): number => faker.number.int({ min: afterMs / 1000, max: lastMs / 1000 }) * 1000
    const created_at = instant(sinceMs)
    const network = `${seed}:network ${provider.name} ${region} ${place.environment}`
    const [large, small] = provider.name === 'aws' ? ['xlarge', 'large'] : ['4', '2']
    const ending = number === undefined ? codeOf(label).slice(0, 4) : String(ordinalOf(type)).padStart(2, '0')
    return {
      name: `${place.stem}${end}-${stem}-${ending}`,
      type,
      provider: provider.name,
      region,
      status,
      created_at,
      updated_at: instant(created_at),
      tags: [...place.tags, ...drawTags(faker, place, type), ...note],
      details: {
        instance_type: sizes[type][provider.name].replace('#', place.isLive ? large : small),
        vpc_id: `vpc-${sharedCode(network)}`,
        subnet_id: `subnet-${sharedCode(`${network} ${place.stem}`)}`,
        public_ip: publicIp(at),
        private_ip: `10.${blockOf(network)}.${(11 * place.number + 84 * Math.floor(host / 240)) % 252}.${10 + ((host * 37) % 240)}`,
        security_groups: groups.map((name) => ({ id: `sg-${sharedCode(`${network} ${name}`)}`, name })),
        volumes: (status === 'terminated' ? [] : disks).map((gigabytes) => ({
          id: `vol-${codeOf(`${label} ${gigabytes}`)}`,
          size_gb: gigabytes < 100 ? gigabytes : gigabytes * faker.helpers.arrayElement(place.isLive ? [1, 2, 5] : [1]),
          type: provider.disks[place.isLive && gigabytes >= 100 ? 1 : 0],
        })),
      },
    }
  })
}

/** An address for documentation (RFC 5737). Neighbours are far from each other. */
function publicIp(number: number): string {
  const slot = (number * 397) % 762
  return `${['192.0.2', '198.51.100', '203.0.113'][slot % 3]}.${1 + Math.floor(slot / 3)}`
}

function providerFor({ provider, region }: JsonObject) {
  const named = providers.find(({ name }) => name === provider)
  return named ?? providers.find(({ regions }) => regions.some((known) => known === region))
}

function drawStatus({ helpers }: Faker, canStop: boolean): string {
  const status = helpers.weightedArrayElement(weightedStatuses)
  return status === 'stopped' && !canStop ? 'running' : status
}

function drawTags({ helpers }: Faker, { number, isLive, costCenter, owner }: Place, type: ResourceType) {
  const [, , , key, values] = kinds[type]
  return helpers.arrayElements(
    [
      // The same for all resources of a type in a deployment.
      toTag(key, values[number % values.length] ?? values[0]),
      toTag('cost-center', costCenter),
      toTag('criticality', isLive ? helpers.arrayElement(['high', 'medium']) : 'low'),
      toTag('owner', owner),
      toTag('managed-by', helpers.arrayElement(['terraform', 'pulumi', 'console'])),
    ],
    { min: 0, max: 1 },
  )
}

/** Draws an inventory. A resource depends only on the seed and its number. */
export function generateResources(seed: number, count: number): readonly Resource[] {
  return Array.from({ length: count }, (_, number) => {
    const label = streamLabel(seed, 'resource', number)
    return { id: drawId(label), ...drawResource(seed, `${label} drawn`, {}, number) }
  })
}
