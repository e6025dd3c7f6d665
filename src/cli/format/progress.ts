const width = 24

/** One line of a terminal that says how far something is. @param of how many there are in all */
export function progressLine(done: number, of: number, what: string): string {
  const filled = of === 0 ? width : Math.round((done / of) * width)
  return `\r\u001B[2K[${'#'.repeat(filled)}${'-'.repeat(width - filled)}] ${done}/${of} ${what}`
}

/** Takes a line of progress away. */
export const noLine = '\r\u001B[2K'
