export function toPlain(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ')
}

export function toTable(rows: readonly (readonly string[])[]): string {
  const shown = rows.map((row) => row.map(toPlain))
  const widths: number[] = []
  for (const row of shown) row.forEach((cell, i) => (widths[i] = Math.max(widths[i] ?? 0, cell.length)))
  const toLine = (row: readonly string[]): string => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')
  return shown.map((row) => toLine(row).trimEnd()).join('\n')
}
