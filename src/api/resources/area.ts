import { defineArea } from '../define-area.ts'
import { getResource, listResources } from './reads.ts'
import { resources, resourceTable } from './resource.ts'

export const resourcesArea = defineArea({
  name: 'resources',
  section: '4.2',
  description: 'Cloud resources: the inventory (§4.2).',
  columns: ['id', 'name', 'type', 'status', 'provider', 'region'],
  operations: [listResources, getResource],
  states: [resources],
  table: resourceTable,
  admin: async () => (await import('./admin.ts')).resourceAdmin,
  hasLifecycle: false,
  generate: async (dataset, seed, count) => {
    const { generateResources } = await import('./factory.ts')
    resourceTable.put(dataset, generateResources(seed, count))
  },
})
