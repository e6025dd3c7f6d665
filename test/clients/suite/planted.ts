/** The plant that the variable PLANT names; undefined for none. @throws Error where there is no such plant */
export function planted<T>(plants: Readonly<Record<string, T>>): T | undefined {
  const { PLANT } = process.env
  if (PLANT === undefined) return undefined
  const plant = plants[PLANT]
  if (plant === undefined) throw new Error(`PLANT: expected one of ${Object.keys(plants).join(', ')}, got ${PLANT}`)
  return plant
}
