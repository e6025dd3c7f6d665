import { memoize } from '../lib/lazily.ts'
import { draw } from '../random/draw.ts'

/** The providers with their regions, and their disk types for systems and for data. */
export const providers = [
  { name: 'aws', regions: ['us-east-1', 'us-west-2', 'eu-west-1', 'eu-central-1'], disks: ['gp3', 'io2'] },
  { name: 'azure', regions: ['eastus', 'westeurope', 'northeurope'], disks: ['StandardSSD_LRS', 'Premium_LRS'] },
  { name: 'gcp', regions: ['us-central1', 'europe-west1', 'asia-east1'], disks: ['pd-balanced', 'pd-ssd'] },
] as const

const [aws, azure, gcp] = providers

export type ResourceType = (typeof shapes)[keyof typeof shapes][number]

/** The resources of a role. Production has all of them, another environment the first few. */
const shapes = {
  web: ['virtual_machine', 'load_balancer', 'virtual_machine', 'cache', 'virtual_machine', 'virtual_machine'],
  store: ['database', 'virtual_machine', 'cache', 'database', 'virtual_machine'],
  cluster: ['kubernetes_cluster', 'database', 'load_balancer', 'kubernetes_cluster'],
} as const

/** The teams of a company, with their provider and their roles. */
const teams = {
  payments: [aws, { orders: 'store', checkout: 'web', ledger: 'store', refunds: 'cluster' }],
  ventes: [azure, { référentiel: 'store', tarifs: 'web', entrepôt: 'cluster' }],
  search: [gcp, { catalog: 'web', indexer: 'cluster', ranking: 'store' }],
  identity: [azure, { login: 'web', sessions: 'store', directory: 'store' }],
  platform: [aws, { gateway: 'web', ci: 'cluster', metrics: 'store', registry: 'web' }],
  data: [gcp, { warehouse: 'store', events: 'cluster', reports: 'web' }],
  growth: [aws, { lab: 'web', campaigns: 'cluster' }],
} as const satisfies Record<string, readonly [(typeof providers)[number], Record<string, keyof typeof shapes>]>

const environments = [
  { environment: 'production', short: 'prod', max: 6 },
  { environment: 'staging', short: 'staging', max: 3 },
  { environment: 'development', short: 'dev', max: 2 },
] as const

const deployments = environments.flatMap(({ environment, short, max }) =>
  Object.entries(teams).flatMap(([team, [provider, roles]]) =>
    Object.entries(roles).map(([role, shape]) => {
      const types = shapes[shape].slice(0, max)
      return { environment, team, provider, role, stem: `${short}-${team}-${role}`, types }
    }),
  ),
)

/** A tag of a resource. */
export const toTag = (key: string, value: string) => ({ key, value })

/** The places of an inventory, grouped by deployment. */
const placesOf = memoize((seed: number) => {
  const shuffled = draw(`${seed}:deck`, ({ helpers }) =>
    helpers.shuffle(deployments).map((deployment) => {
      return { ...deployment, region: helpers.arrayElement<string>(deployment.provider.regions) }
    }),
  )
  return shuffled.flatMap((deployment, number) => {
    const account = draw(`${seed}:account of ${deployment.team}`, ({ number: numbers, person }) => ({
      owner: `${person.lastName().toLowerCase().replace("'", '')}@example.com`,
      costCenter: `cc-${numbers.int({ min: 1000, max: 9999 })}`,
    }))
    const tags = [toTag('environment', deployment.environment), toTag('team', deployment.team)]
    const isLive = deployment.environment === 'production'
    const shared = { ...deployment, ...account, isLive, tags, number }
    return deployment.types.map((type, position) => ({ ...shared, type, position }))
  })
}, 8)

export type Place = ReturnType<typeof placesOf>[number]

/** Name suffixes, with a note. Few are beyond Latin-1: one such character doubles the memory of a page. */
const marks = new Map([
  [6, { end: '-検証', note: [toTag('note', '移行済み')] }],
  [19, { end: '', note: [toTag('note', 'à migrer en août')] }],
  [31, { end: '-예비', note: [toTag('note', '점검 예정')] }],
  [50, { end: '-🧪', note: [toTag('note', '🚀 launch in Q4')] }],
])

/** The place at a number of an inventory. A large inventory repeats the places, and the ordinals go on. */
export function placeAt(seed: number, number: number) {
  const places = placesOf(seed)
  const place = places[number % places.length]
  if (place === undefined) throw new RangeError(`expected a number of the inventory, got ${number}`)
  const { end, note } = marks.get(number) ?? { end: '', note: [] }
  const round = Math.floor(number / places.length)
  const count = (types: readonly ResourceType[], type: ResourceType) => types.filter((other) => other === type).length
  return {
    place,
    host: 1 + place.position + place.types.length * round,
    /** The number of a resource of a type in its deployment. */
    ordinalOf: (type: ResourceType) =>
      1 + count(place.types.slice(0, place.position), type) + count(place.types, type) * round,
    end: place.isLive ? '' : end,
    note,
  }
}
