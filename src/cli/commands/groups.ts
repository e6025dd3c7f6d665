import { unknownAssumption } from '../../core/assumptions/profile.ts'
import { readVerdictIds } from '../../core/conduct/table.ts'
import { describeConduct } from '../../core/control/client/texts.ts'
import { assumptionEndpoints } from '../../core/control/endpoints/assumptions.ts'
import { clockEndpoints } from '../../core/control/endpoints/clock.ts'
import { keyEndpoints } from '../../core/control/endpoints/keys.ts'
import { outboxEndpoints } from '../../core/control/endpoints/outbox.ts'
import { conductEndpoints, coverageEndpoints } from '../../core/control/endpoints/reports.ts'
import { requestEndpoints } from '../../core/control/endpoints/requests.ts'
import { sandboxEndpoints } from '../../core/control/endpoints/sandboxes.ts'
import { scenarioEndpoints } from '../../core/control/endpoints/scenarios.ts'
import { snapshotEndpoints, stateEndpoints } from '../../core/control/endpoints/state.ts'
import { tlsEndpoints } from '../../core/control/endpoints/tls.ts'
import { InputError, quote } from '../../core/lib/input-error.ts'
import { isJsonObject } from '../../core/lib/merge-patch.ts'
import { toTable } from '../../core/lib/table.ts'
import { readPairs } from '../config/choices.ts'
import { readJsonInput, writeOutput } from '../config/files.ts'
import type { Actions, Group, CommandContext } from '../group.ts'
import { exitCodes, exitWith } from '../io.ts'
import { judgeAll, misbehaved, toConductText } from '../judge.ts'
import { requestActions } from './requests.ts'

async function switchTo(to: 'on' | 'off', { client: { scenarios }, args, given, tell }: CommandContext): Promise<void> {
  await (to === 'off' ? scenarios.off(...args) : scenarios.on(...args, given))
  const items = (await scenarios.list()).filter(({ active }) => active)
  const names = items.map(({ name, until }) => (until === undefined ? name : `${name} until ${until}`))
  tell({ items }, `on now: ${names.join(', ') || 'none'}`)
}

async function judgeConduct({ client, fake, given, tell }: CommandContext): Promise<void> {
  const { allow = [], pollEvery = '1s', sandboxes } = given
  const options = { allow: readVerdictIds([allow].flat().map(String), 'allow'), pollEvery: String(pollEvery) }
  const isAll = sandboxes === 'all'
  const reports = isAll ? await judgeAll(fake, options) : [[client.name, await client.conduct(options)] as const]
  if (isAll) tell({ sandboxes: Object.fromEntries(reports) }, toConductText(reports))
  else for (const [, report] of reports) tell(report, describeConduct(report))
  if (misbehaved(reports)) throw exitWith(exitCodes.differences)
}

const actions: Actions = {
  ...requestActions,
  'scenario on': (running) => switchTo('on', running),
  'scenario off': (running) => switchTo('off', running),
  'assumptions show': async ({ client: { assumptions }, args: [id = ''], tell }) => {
    const row = (await assumptions.list()).find((other) => other.id === id)
    if (row === undefined) throw unknownAssumption(id)
    tell(row)
  },
  'assumptions set': async ({ client: { assumptions }, args, tell }) => {
    await assumptions.set(readPairs(args, 'assumptions set'))
    const items = (await assumptions.list()).filter(({ choice, default: defaultChoice }) => choice !== defaultChoice)
    const rows = items.map(({ id, choice, default: defaultChoice }) => [id, String(choice), String(defaultChoice)])
    tell({ items }, toTable([['ID', 'CHOICE', 'DEFAULT'], ...rows]))
  },
  'snapshot save': async ({ client: { name, snapshot }, args: [file = ''], tell }) => {
    const text = `${JSON.stringify(await snapshot.save())}\n`
    writeOutput(file, text, file)
    tell({ sandbox: name, file, bytes: Buffer.byteLength(text) }, `saved: ${name} to ${file}`)
  },
  conduct: judgeConduct,
  'outbox send': async ({ client: { outbox }, io, given: { to, event, data }, tell }) => {
    if (to === undefined || event === undefined) throw new InputError('--to and --event: required')
    const content = data === undefined ? undefined : await readJsonInput(io, String(data))
    if (content !== undefined && !isJsonObject(content)) {
      throw new InputError(`expected an object, got ${quote(content)}`, { field: String(data) })
    }
    tell(await outbox.send({ to: String(to), event: String(event), ...(content && { data: content }) }))
  },
}

const journal = { ...requestEndpoints, ...coverageEndpoints }

/** The groups of commands, in the order of the help. */
export const groups: Readonly<Record<string, Group | (() => Promise<Group>)>> = {
  scenario: { about: 'list, define or switch scenarios', endpoints: scenarioEndpoints, actions },
  assumptions: { about: 'list assumptions and choose options', endpoints: assumptionEndpoints, actions },
  clock: { about: 'show or move the clock of a running fake', endpoints: clockEndpoints },
  keys: { about: 'list, create or revoke the API keys of a running fake', endpoints: keyEndpoints },
  quota: { about: 'show or set the quotas of API keys', endpoints: keyEndpoints },
  // Loaded on demand, because it needs every area.
  record: async () => (await import('./record.ts')).recordGroup,
  requests: { about: 'show the requests to a running fake', endpoints: journal, actions },
  conduct: { about: 'judge how a client behaved, by its requests', endpoints: conductEndpoints, actions },
  outbox: { about: 'list e-mails and webhooks, or send one', endpoints: outboxEndpoints, actions },
  sandboxes: { about: 'list, create or delete the sandboxes of a running fake', endpoints: sandboxEndpoints },
  tls: { about: 'show the https settings of a fake', endpoints: tlsEndpoints },
  snapshot: { about: 'save a sandbox of a running fake, or load one', endpoints: snapshotEndpoints, actions },
  clear: { about: 'remove all records of a sandbox of a running fake', endpoints: stateEndpoints },
  reset: { about: 'reset a sandbox of a running fake to its start', endpoints: stateEndpoints },
}
