import type { Faker } from '@faker-js/faker'

import { formatInstant } from '../../engine/instant.ts'
import { keysOf } from '../../lib/keys-of.ts'

/** A record of resources.json. */
export interface ResourceRow {
  readonly id: string
  readonly type: string
  readonly created_at: string
  readonly [field: string]: unknown
}

const providers = [
  { name: 'aws', regions: ['us-east-1', 'us-west-2', 'eu-west-1', 'eu-central-1'], disk: 'gp3' },
  { name: 'azure', regions: ['eastus', 'westeurope', 'northeurope'], disk: 'Premium_LRS' },
  { name: 'gcp', regions: ['us-central1', 'europe-west1', 'asia-east1'], disk: 'pd-ssd' },
] as const

/** Types with their weight in an inventory, what their names are made of, and the instance types of each provider. */
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

const statuses = [
  { value: 'running', weight: 14 },
  { value: 'stopped', weight: 3 },
  { value: 'terminated', weight: 2 },
  { value: 'provisioning', weight: 1 },
]

const tagValues = {
  environment: ['production', 'staging', 'development'],
  team: ['platform', 'payments', 'search', 'identity'],
  'cost-center': ['cc-1001', 'cc-2002', 'cc-3003'],
  criticality: ['high', 'medium', 'low'],
}

const from = '2025-01-01T00:00:00Z'
const until = '2026-06-30T00:00:00Z'

/**
 * Draws a resource.
 * @param faker seeded for this one record
 * @param wanted a provider and a type that the rest is to suit, where they are known ones
 */
export function drawResource(faker: Faker, wanted: Readonly<Record<string, unknown>> = {}): ResourceRow {
  const id = faker.string.uuid()
  // Drawn in any case, so that the rest does not depend on what is wanted.
  const anyProvider = faker.helpers.arrayElement(providers)
  const anyType = faker.helpers.weightedArrayElement(types.map((value) => ({ value, weight: value.weight })))
  const provider = providers.find(({ name }) => name === wanted['provider']) ?? anyProvider
  const type = types.find(({ value }) => value === wanted['type']) ?? anyType
  const tags = drawTags(faker)
  const created = faker.date.between({ from, to: until })
  return {
    id,
    name: `${faker.word.noun({ length: { min: 4, max: 8 } })}-${type.stem}-${faker.string.numeric(2)}`,
    type: type.value,
    provider: provider.name,
    region: faker.helpers.arrayElement(provider.regions),
    status: faker.helpers.weightedArrayElement(statuses),
    created_at: formatInstant(created.getTime(), 'seconds'),
    updated_at: formatInstant(faker.date.between({ from: created, to: until }).getTime(), 'seconds'),
    tags,
    details: drawDetails(faker, type[provider.name], provider.disk),
  }
}

function drawTags(faker: Faker): { key: string; value: string }[] {
  const keys = keysOf(tagValues)
  const chosen = ['environment' as const, ...faker.helpers.arrayElements(keys.slice(1), { min: 1, max: 3 })]
  return chosen.map((key) => ({ key, value: faker.helpers.arrayElement(tagValues[key]) }))
}

function drawDetails(faker: Faker, instanceType: string, disk: string) {
  const code = (prefix: string): string =>
    `${prefix}-${faker.string.hexadecimal({ length: 8, prefix: '', casing: 'lower' })}`
  return {
    instance_type: instanceType,
    vpc_id: code('vpc'),
    subnet_id: code('subnet'),
    public_ip: faker.internet.ipv4({ network: 'test-net-3' }),
    private_ip: faker.internet.ipv4({ network: 'private-a' }),
    security_groups: faker.helpers
      .arrayElements(['web', 'ssh', 'database', 'internal', 'monitoring'], { min: 1, max: 2 })
      .map((name) => ({ id: code('sg'), name })),
    volumes: Array.from({ length: faker.number.int({ min: 1, max: 2 }) }, () => ({
      id: code('vol'),
      size_gb: faker.helpers.arrayElement([20, 50, 100, 250, 500]),
      type: disk,
    })),
  }
}
