import { grouped } from '../lib/grouped.ts'
import { defineVerdict } from './verdict.ts'

export const matchedNoOperation = defineVerdict({
  id: 'matched-no-operation',
  severity: 'warning',
  title: 'A request matched no operation of the API.',
  advice: 'Ask only the paths and methods that the document names.',
  find: ({ entries }) => {
    const unmatched = entries.filter(({ operation }) => operation === undefined)
    const byAddress = grouped(unmatched, ({ method, path }) => `${method} ${path}`)
    return [...byAddress].map(([address, requests]) => {
      const near = requests[0]?.nearest.join(', ') ?? ''
      return { requests, detail: `No operation has ${address}.${near === '' ? '' : ` Nearest: ${near}.`}` }
    })
  },
})
