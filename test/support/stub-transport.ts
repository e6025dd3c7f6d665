import { hash } from 'node:crypto'

import { afterAll, afterEach, vi } from 'vitest'

import { failed } from '../../src/core/notifications/delivery.ts'
import type { sign } from '../../src/core/notifications/signing.ts'
import type { Transport } from '../../src/core/notifications/transport/transport.ts'
import type { FakeOptions } from '../../src/index.ts'
import type { ControlledFake } from './control.ts'

/** The messages of each fake in order, each with URL, headers and body. */
const sentOfAll: string[][] = []

class StubTransport implements Pick<Transport, 'send' | 'expose' | 'close'> {
  readonly #sent: string[] = []

  constructor() {
    sentOfAll.push(this.#sent)
  }

  send: Transport['send'] = async ({ url, headers, body, begin = () => true }) => {
    if (!begin()) return failed('canceled')
    this.#sent.push([url, JSON.stringify(headers), body].join('\n'))
    const status = url.includes('/gone') ? 410 : url.includes('/fails') ? 500 : 204
    return { kind: 'answered', status, durationMs: 3, reason: null, response: '' }
  }

  expose(): void {}

  close(): void {}
}

/** A fake that answers in process, the messages that it sent, and its end. */
export interface Life {
  readonly panel: ControlledFake
  readonly sent: readonly string[]
  readonly close: () => Promise<void>
}

/**
 * Reloads the sources with a transport that answers at once, so that the network decides no order: 500 for `/fails`,
 * 410 for `/gone`, else 204. Its signatures have no time.
 */
export async function stubTransports() {
  const [transport, signing] = ['transport/transport.ts', 'signing.ts'].map(
    (name) => new URL(`../../src/core/notifications/${name}`, import.meta.url).pathname,
  )
  vi.resetModules()
  vi.doMock(transport ?? '', () => ({ Transport: StubTransport }))
  vi.doMock(signing ?? '', async (original) => ({
    ...(await original<object>()),
    sign: (...[{ id, body }, secret, , tamper]: Parameters<typeof sign>) => ({
      'webhook-id': id,
      'webhook-signature': hash('sha256', [secret, id, body, tamper].join('\n')),
    }),
  }))
  afterAll(() => {
    vi.doUnmock(transport ?? '')
    vi.doUnmock(signing ?? '')
    vi.resetModules()
  })
  const { openPanel, stateOf } = await import('./control.ts')
  const opened: (() => Promise<void>)[] = []
  const closeAll = async (): Promise<void> => void (await Promise.all(opened.splice(0).map((close) => close())))
  afterEach(closeAll)
  const open = async (options: FakeOptions): Promise<Life> => {
    const { panel, close } = await openPanel('in process', options)
    opened.push(close)
    return { panel, sent: sentOfAll.at(-1) ?? [], close }
  }
  return { open, closeAll, stateOf }
}
