import { keptId } from '../../random/ids.ts'
import { type CapturedArea, picked } from '../captured.ts'
import { resourceIdKind, resourceSchema } from './resource.ts'

const fields = Object.keys(resourceSchema.shape)

export const capturedResources: CapturedArea = {
  kept: ['type', 'provider', 'region', 'status', 'details.volumes.size_gb'],
  toRow: ({ item, record }, { resourceIdFormat }) => {
    const shown = { ...item, ...record }
    return { ...picked(shown, fields), id: keptId(String(shown['id']), resourceIdKind(resourceIdFormat)) }
  },
}
