import type { Draws } from '../../random/draws.ts'
import { formatInstant, parseInstant } from '../../time/instant.ts'
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

const weightedTypes = types.map((type) => ({ value: type, weight: type.weight }))

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

/**
 * Draws a resource without its details. Instants are whole seconds, in Unix milliseconds.
 * @param draws begun for this one record
 * @param wanted a provider and a type that the rest fits, where they are known ones
 */
export function drawOutline(draws: Draws, wanted: Readonly<Record<string, unknown>> = {}) {
  const id = draws.uuid()
  // Drawn in any case, so that the rest does not depend on what is wanted.
  const anyProvider = draws.pick(providers)
  const anyType = draws.weighted(weightedTypes)
  const provider = providers.find(({ name }) => name === wanted['provider']) ?? anyProvider
  const type = types.find(({ value }) => value === wanted['type']) ?? anyType
  const tags = [environments, ...draws.some(otherTags, 1, 3)].map((values) => draws.pick(values))
  const createdMs = draws.between(fromMs, untilMs)
  const resource = {
    id,
    name: `${draws.noun()}-${type.stem}-${draws.digits(2)}`,
    type: type.value,
    provider: provider.name,
    region: draws.pick<string>(provider.regions),
    status: draws.weighted(statuses),
    tags,
    createdAt: wholeSecond(createdMs),
    updatedAt: wholeSecond(draws.between(createdMs, untilMs)),
  }
  return { resource, type, provider }
}

/** A resource without its details. */
export type Outline = ReturnType<typeof drawOutline>

/** Draws the details of a resource. @param draws those of its outline, or others begun for it */
export function drawDetails(draws: Draws, { type, provider }: Pick<Outline, 'type' | 'provider'>) {
  const code = (prefix: string): string => `${prefix}-${draws.hex(8)}`
  return {
    instance_type: type[provider.name],
    vpc_id: code('vpc'),
    subnet_id: code('subnet'),
    public_ip: draws.ipv4('test-net-3'),
    private_ip: draws.ipv4('private-a'),
    security_groups: draws.some(groupNames, 1, 2).map((name) => ({ id: code('sg'), name })),
    volumes: Array.from({ length: draws.int(1, 2) }, () => ({
      id: code('vol'),
      size_gb: draws.pick(volumeSizes),
      type: provider.disk,
    })),
  }
}

/** Draws a resource in the form of its fixture file. @param draws begun for this one record; @param wanted as for the outline */
export function drawResource(draws: Draws, wanted: Readonly<Record<string, unknown>> = {}) {
  const outline = drawOutline(draws, wanted)
  const { id, name, type, provider, region, status, tags, createdAt, updatedAt } = outline.resource
  return {
    id,
    name,
    type,
    provider,
    region,
    status,
    created_at: formatInstant(createdAt, 'seconds'),
    updated_at: formatInstant(updatedAt, 'seconds'),
    tags,
    details: drawDetails(draws, outline),
  }
}
