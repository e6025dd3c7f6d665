import { RandomStream, streamLabel } from '../../random/random.ts'
import { parseInstant } from '../../time/instant.ts'
import { type Resource, statuses } from './resource.ts'

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

const environments = tagsOf('environment', ['production', 'staging', 'development'])
const otherTags = [
  tagsOf('team', ['platform', 'payments', 'search', 'identity']),
  tagsOf('cost-center', ['cc-1001', 'cc-2002', 'cc-3003']),
  tagsOf('criticality', ['high', 'medium', 'low']),
]

const volumeSizes = [20, 50, 100, 250, 500]
const groupNames = ['web', 'ssh', 'database', 'internal', 'monitoring']

const nouns: readonly string[] = `
acorn amber anchor anvil apron arch arrow aspen atlas atrium autumn badge bakery balcony bamboo banjo barley basin
basket beacon beaver bell bench birch blanket blossom boulder bracket branch bridge bronze brook bucket buffalo bugle
button cabin cactus camel candle canoe canvas canyon carbon cargo carpet castle cedar cellar chamber chapel cherry
chestnut chimney cider circle citadel clover coast cobalt comet compass copper coral cottage crane crater creek crystal
cypress dahlia daisy delta desert dolphin dragon drum dune eagle echo elbow ember emerald engine falcon feather fern
ferry field finch fjord flute forest fossil fountain foxtail garden garnet geyser ginger glacier goblet granite grove
guitar gulf hammer harbour harp hawk hazel hedge heron hill hollow honey horizon hornet island ivory jackal jasmine
jigsaw juniper kayak kernel kettle kitten ladder lagoon lantern lark lattice laurel lemon lichen lilac lily linen lion
lobster locket lotus lumber lynx magnet maple marble marina market marsh meadow melon mesa meteor mill mirror mitten
monsoon moss mountain nectar needle nest nettle nickel oasis oboe ocean olive onyx orange orbit orchard orchid osprey
otter owlet oxide oyster paddle palm panda panther parade parcel parrot pasture pearl pebble pelican pepper petal piano
pillar pine planet plateau plaza plum pocket pollen pond poplar prairie prism pumpkin puzzle quarry quartz quill quilt
rabbit raft rain raven reef ribbon ridge river robin rocket rooster rosemary ruby saddle saffron sailor salmon sandal
sapphire satchel sequoia shadow shell shore shuttle silk silver slate sparrow spruce squash stable statue stone storm
stream summit sunset swallow swan tablet tailor temple thicket thistle thunder tiger timber topaz torch tower trail
tulip tundra tunnel turtle valley vase velvet viola violet volcano wagon walnut walrus water whale wheat willow window
winter wolf wood yarrow zebra zenith zephyr
`
  .trim()
  .split(/\s+/)

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
    created_at: createdAt,
    updated_at: wholeSecond(random.int(createdAt, untilMs)),
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

/** Draws an inventory. A resource follows from the seed and its number alone. */
export function generateResources(seed: number, count: number): readonly Resource[] {
  const streamOf = (number: number): RandomStream => new RandomStream(streamLabel(seed, 'resource', number))
  return Array.from({ length: count }, (_, number) => drawResource(streamOf(number)))
}
