import { type CapturedArea, picked } from './captured-area.ts'

/** @param fields the names of the fields of a record */
export const capturedResources = (fields: readonly string[]): CapturedArea => ({
  kept: ['type', 'provider', 'region', 'status', 'details.volumes.size_gb'],
  toRow: ({ item, record }) => picked({ ...item, ...record }, fields),
})
