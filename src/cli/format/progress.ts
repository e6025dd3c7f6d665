const width = 24

/** A progress bar for one line of a terminal. @param of the number of steps in all */
export function progressLine(done: number, of: number, what: string): string {
  const filled = of === 0 ? width : Math.round((done / of) * width)
  return `\r\u001B[2K[${'#'.repeat(filled)}${'-'.repeat(width - filled)}] ${done}/${of} ${what}`
}

export const noLine = '\r\u001B[2K'
