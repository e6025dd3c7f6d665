import { expect, it, onTestFinished } from 'vitest'

import { connect, ControlError, InputError, type LocalFake, startFake } from '../src/index.ts'
import { noon } from './support/answers.ts'

async function start(options: Parameters<typeof startFake>[0] = {}): Promise<LocalFake> {
  const fake = await startFake({ clock: noon, ...options })
  onTestFinished(() => fake.close())
  return fake
}

const originOf = ({ baseUrl }: Pick<LocalFake, 'baseUrl'>): string => new URL(baseUrl).origin

it('a fleet has its instances in order, and every sandbox with the instance that has it', async () => {
  const [one, two] = [await start(), await start()]
  await one.sandboxes.create('checkout')
  await two.sandboxes.create('cart')
  const fleet = await connect([originOf(two), one.controlUrl])
  expect(fleet.instances.map(({ baseUrl }) => baseUrl)).toEqual([two.baseUrl, one.baseUrl])
  const listed = await fleet.sandboxes.list()
  expect(listed.map(({ name, instance }) => [name, instance.baseUrl])).toEqual([
    ['default', two.baseUrl],
    ['cart', two.baseUrl],
    ['default', one.baseUrl],
    ['checkout', one.baseUrl],
  ])
  const { instance: _, ...info } = listed[1] ?? {}
  expect(info).toEqual((await two.sandboxes.list())[1])
  const found = listed.find(({ name }) => name === 'checkout')
  await found?.instance.sandbox(found.name).clock.advance('1h')
  expect((await one.sandbox('checkout').clock.show()).now).toBe('2026-07-01T13:00:00.000Z')
})

it('a fleet of one is a fleet, and a fleet with a token gives it to each', async () => {
  const token = 'a-token-of-mine'
  const fakes = [await start({ controlToken: token }), await start({ controlToken: token })]
  const fleet = await connect(fakes.map(originOf), { token })
  expect((await fleet.sandboxes.list()).map(({ name }) => name)).toEqual(['default', 'default'])
  expect((await connect([originOf(await start())])).instances).toHaveLength(1)
})

it('a fleet of no instance, of one twice, or of what is no fake is refused', async () => {
  const one = await start()
  const refused = async (urls: readonly string[]): Promise<unknown> =>
    await connect(urls).catch((error: unknown) => error)
  const origin = originOf(one)
  const example = "such as ['http://127.0.0.1:4801']"
  for (const [urls, message] of [
    [[], `urls: expected the address of each instance, ${example}, got an empty list`],
    [
      [origin, 'http://127.0.0.1:1', `${origin}/v1`],
      `urls[2]: expected another instance than that of urls[0], got "${origin}/v1"`,
    ],
    [[origin, 'nowhere'], 'urls[1]: expected the address of a fake, such as http://127.0.0.1:4747, got "nowhere"'],
  ] as const) {
    const error = await refused(urls)
    expect(error).toBeInstanceOf(InputError)
    expect(error).toMatchObject({ message })
  }
})

it.each([
  [undefined, 'undefined'],
  [null, 'null'],
  [4747, '4747'],
  [{}, 'an object'],
])('what is no address is refused: %s', async (given, kind) => {
  await expect(Reflect.apply(connect, undefined, [given])).rejects.toMatchObject({
    name: 'InputError',
    message: `url: expected the address of a fake, such as http://127.0.0.1:4747, got ${kind}`,
  })
})

it('a fleet names the instance that does not answer, or that requires another token', async () => {
  const [one, gone, closed] = [await start(), await start(), await start({ controlToken: 'a-token-of-mine' })]
  await gone.close()
  const failure = async (urls: readonly string[]): Promise<unknown> =>
    await connect(urls).catch((error: unknown) => error)
  const silent = await failure([originOf(one), originOf(gone)])
  expect(silent).toBeInstanceOf(ControlError)
  expect(silent).toMatchObject({ status: 0, message: expect.stringContaining(`nothing answers at ${gone.controlUrl}`) })
  expect(await failure([originOf(one), originOf(closed)])).toMatchObject({
    name: 'ControlError',
    status: 401,
    message: expect.stringMatching(new RegExp(`^${originOf(closed)}: Authorization: `)),
  })
})
