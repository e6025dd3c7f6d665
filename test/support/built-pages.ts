import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { Hono } from 'hono'
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest'

import type * as sources from '../../src/index.ts'
import { builtPackage } from './built.ts'

/** Sends a request by path. */
export type Get = (path: string, init?: RequestInit) => Promise<Response>

/** The library as it was built: the sources may stand beside older pages, or none. */
export async function libraryIn(folder?: string): Promise<typeof sources> {
  return await import(pathToFileURL(join(folder ?? (await builtPackage()).folder, 'dist/index.js')).href)
}

/** Asks a fake of the built library in process. @param mount the path of another app that it is mounted at */
export async function getInProcess(mount?: string): Promise<Get> {
  const { app } = await (await libraryIn()).createFake()
  const asked = mount === undefined ? app : new Hono().route(mount, app)
  return async (path, init) => await asked.request((mount ?? '') + path, init)
}

/** Starts a fake of the built library for one test. */
export async function startBuilt(options?: sources.FakeOptions & sources.ListenOptions): Promise<sources.LocalFake> {
  const fake = await (await libraryIn()).startFake({ port: 0, ...options })
  onTestFinished(() => fake.close())
  return fake
}

/** Runs a suite on the built library in process, mounted in another app, and over a socket. */
export function describePages(title: string, suite: (get: Get) => void): void {
  describe.each(['in process', 'mounted in another app', 'over a socket'])(`${title}, %s`, (way) => {
    let asked: Get
    let fake: sources.LocalFake | undefined
    beforeAll(async () => {
      if (way !== 'over a socket') {
        asked = await getInProcess(way === 'in process' ? undefined : '/fake')
        return
      }
      fake = await (await libraryIn()).startFake({ port: 0 })
      const { origin } = new URL(fake.baseUrl)
      asked = async (path, init) => await fetch(origin + path, { redirect: 'manual', ...init })
    })
    afterAll(async () => await fake?.close())
    suite(async (path, init) => await asked(path, init))
  })
}
