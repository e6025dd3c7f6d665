import { type Command, Option } from 'commander'

import type { ClockControl, ClockState } from '../../control/endpoints/clock.ts'
import { InputError, quote } from '../../lib/input-error.ts'
import { parseDuration } from '../../time/duration.ts'
import { parseInstant } from '../../time/instant.ts'
import type { Io } from '../io.ts'
import { addDefaultToGroup, addGroup, addToGroup, print, type RemoteFlags, withFake } from '../remote.ts'

/** Adds the command `clock`. */
export function addClock(program: Command, io: Io): void {
  const group = addGroup(program, 'clock', 'show or move the clock of a running fake')
  const act = async (change: (clock: ClockControl) => Promise<ClockState>): Promise<void> => {
    const flags = group.opts<RemoteFlags>()
    await withFake(flags, async ({ clock }) => {
      const state = await change(clock)
      print(io, flags, state, () => describeClock(state))
    })
  }
  addDefaultToGroup(group, 'show', 'show the clock').action(() => act((clock) => clock.show()))
  addToGroup(group, 'advance <duration>', 'move the clock forward (250ms, 30s, 1h30m, PT1H)').action(
    async (by: string) => {
      parseDuration(by, 'clock advance')
      await act((clock) => clock.advance(by))
    },
  )
  addToGroup(group, 'set <time>', 'move the clock to an ISO 8601 date-time').action(async (time: string) => {
    parseInstant(time, 'clock set')
    await act((clock) => clock.set(time))
  })
  addToGroup(group, 'freeze', 'stop the clock').action(() => act((clock) => clock.freeze()))
  addToGroup(group, 'run', 'let the clock run on')
    .addOption(new Option('--rate <n>', 'seconds that pass in one real second (the rate it has)').argParser(readRate))
    .action(({ rate }: { readonly rate?: number }) => act((clock) => clock.run(rate)))
}

function readRate(text: string): number {
  const rate = text.trim() === '' ? Number.NaN : Number(text)
  if (rate > 0 && rate < Infinity) return rate
  throw new InputError(`expected a number above 0, got ${quote(text)}`, { field: '--rate' })
}

function describeClock({ now, mode, rate }: ClockState): string {
  return `${now} ${mode}${mode === 'real' && rate !== 1 ? ` at rate ${rate}` : ''}`
}
