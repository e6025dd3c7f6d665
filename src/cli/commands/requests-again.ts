import { writeFileSync } from 'node:fs'

import { type Command, Option } from 'commander'

import { requestCells, requestHeadings } from '../../control/client/request-cells.ts'
import type { RequestQuery } from '../../control/endpoints/request-query.ts'
import type { RequestInfo } from '../../control/endpoints/requests.ts'
import { InputError, quote } from '../../lib/input-error.ts'
import { toTable } from '../../lib/table.ts'
import { versionPath } from '../../spec/version.ts'
import { toHar } from '../format/har.ts'
import type { Io } from '../io.ts'
import { addToGroup, allOf, print, type RemoteFlags, withFake } from '../remote.ts'

interface ExportFlags extends RequestQuery {
  readonly output?: string
  readonly sandboxes?: 'all'
}

/** Adds the commands that use requests of the journal again. @param most the most requests that are written */
export function addAgain(group: Command, io: Io, withFilters: (command: Command) => Command, most: number): void {
  withFilters(addToGroup(group, 'export', 'write requests as a HAR recording, without secrets'))
    .option('--since <since>', 'only requests after the one with this id, or since an ISO 8601 date-time')
    .addOption(new Option('--sandboxes <which>', 'the requests of all sandboxes').choices(['all']))
    .option('-o, --output <file>', 'the file to write (stdout)')
    .action(async ({ output, sandboxes, ...query }: ExportFlags) => {
      await withFake(group.opts<RemoteFlags>(), async (client, fake) => {
        const boxes = sandboxes === 'all' ? await allOf(fake) : [client]
        const lists = await Promise.all(boxes.map(async (box) => await box.requests.list({ ...query, limit: most })))
        const items = lists.flat().toSorted((a, b) => a.sequence - b.sequence)
        const bases = new Map(boxes.map(({ name, baseUrl }) => [name, baseUrl.slice(0, -versionPath.length)]))
        const text = `${JSON.stringify(toHar(items, bases), undefined, 2)}\n`
        if (output === undefined) io.out(text)
        else write(output, text)
      })
    })
  addToGroup(group, 'replay <id...>', 'send requests again, as they were, one after the other').action(
    async (ids: readonly string[]) => {
      const flags = group.opts<RemoteFlags>()
      await withFake(flags, async ({ requests }) => {
        const sent: RequestInfo[] = []
        for (const id of ids) sent.push(await requests.send(id))
        const toText = () =>
          toTable([['OF', ...requestHeadings], ...sent.map((request, i) => [ids[i] ?? '', ...requestCells(request)])])
        print(io, flags, { items: sent }, toText)
      })
    },
  )
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new InputError(`${quote(file)} cannot be written`, { field: '--output', cause: error })
  }
}
