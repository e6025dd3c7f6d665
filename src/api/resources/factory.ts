import type { RandomStream } from '../../random/random.ts'
import { parseInstant } from '../../time/instant.ts'
import { nouns } from './nouns.ts'
import type { Resource } from './resource.ts'
import { statuses } from './statuses.ts'

const providers = [
  { name: 'aws', regions: ['us-east-1', 'us-west-2', 'eu-west-1', 'eu-central-1'], disk: 'gp3' },
  { name: 'azure', regions: ['eastus', 'westeurope', 'northeurope'], disk: 'Premium_LRS' },
  { name: 'gcp', regions: ['us-central1', 'europe-west1', 'asia-east1'], disk: 'pd-ssd' },
] as const

/** Types with their weight in an inventory, the stem of their names, and the instance types of each provider. */
const types = [
  { value: 'virtual_machine', weight: 8, stem: 'vm', aws: 't3.medium', azure: 'Standard_D2s_v5', gcp: 'e2-standard-2' },
  { value: 'database', weight: 4, stem: 'db', aws: 'db.r6g.large', azure: 'GP_Gen5_4', gcp: 'db-custom-4-16384' },
  {
    value: 'kubernetes_cluster',
    weight: 3,
    stem: 'k8s',
    aws: 'm6i.xlarge',
    azure: 'Standard_D4s_v5',
    gcp: 'n2-standard-4',
  },
  { value: 'load_balancer', weight: 3, stem: 'lb', aws: 'network', azure: 'Standard', gcp: 'regional' },
  { value: 'cache', weight: 2, stem: 'cache', aws: 'cache.r6g.large', azure: 'P1', gcp: 'standard-5gb' },
] as const

const typesByWeight = types.flatMap((type) => Array.from({ length: type.weight }, () => type))

const tagsOf = (key: string, values: readonly string[]) => values.map((value) => ({ key, value }))

/** The tags that every resource has one of, and those of which it has some. */
const environments = tagsOf('environment', ['production', 'staging', 'development'])
const otherTags = [
  tagsOf('team', ['platform', 'payments', 'search', 'identity']),
  tagsOf('cost-center', ['cc-1001', 'cc-2002', 'cc-3003']),
  tagsOf('criticality', ['high', 'medium', 'low']),
]

const volumeSizes = [20, 50, 100, 250, 500]
const groupNames = ['web', 'ssh', 'database', 'internal', 'monitoring']

const fromMs = parseInstant('2025-01-01T00:00:00Z', 'from')
const untilMs = parseInstant('2026-06-30T00:00:00Z', 'until')

const wholeSecond = (atMs: number): number => Math.floor(atMs / 1000) * 1000

/** Draws a resource. @param wanted a provider and a type that the rest fits, where they are known ones */
export function drawResource(random: RandomStream, wanted: Readonly<Record<string, unknown>> = {}): Resource {
  const id = random.uuid()
  // Drawn in any case, so that the rest does not depend on what is wanted.
  const anyProvider = random.pick(providers)
  const anyType = random.pick(typesByWeight)
  const provider = providers.find(({ name }) => name === wanted['provider']) ?? anyProvider
  const type = types.find(({ value }) => value === wanted['type']) ?? anyType
  const tags = [environments, ...random.some(otherTags, 1, 3)].map((values) => random.pick(values))
  const createdAt = wholeSecond(random.int(fromMs, untilMs))
  const code = (prefix: string): string => `${prefix}-${random.hex()}`
  return {
    id,
    name: `${random.pick(nouns)}-${type.stem}-${String(random.int(0, 99)).padStart(2, '0')}`,
    type: type.value,
    provider: provider.name,
    region: random.pick<string>(provider.regions),
    status: random.pick(statuses),
    createdAt,
    updatedAt: wholeSecond(random.int(createdAt, untilMs)),
    tags,
    details: {
      instance_type: type[provider.name],
      vpc_id: code('vpc'),
      subnet_id: code('subnet'),
      public_ip: `203.0.113.${random.int(0, 255)}`,
      private_ip: `10.${random.int(0, 255)}.${random.int(0, 255)}.${random.int(0, 255)}`,
      security_groups: random.some(groupNames, 1, 2).map((name) => ({ id: code('sg'), name })),
      volumes: Array.from({ length: random.int(1, 2) }, () => ({
        id: code('vol'),
        size_gb: random.pick(volumeSizes),
        type: provider.disk,
      })),
    },
  }
}
