import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import type { Page } from '@playwright/test'

import { expect } from './browser.ts'

const folder = fileURLToPath(new URL('../../../docs/images', import.meta.url))

/** Takes a picture of the open page, and checks that it shows something. With PICTURES=1, it becomes `docs/images/NAME.png`. */
export async function picture(page: Page, name: string): Promise<void> {
  const bytes = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  const { width, colours } = await page.evaluate(measure, bytes.toString('base64'))
  expect(width, name).toBe(page.viewportSize()?.width)
  expect(colours, `colours of ${name}`).toBeGreaterThan(8)
  if (process.env['PICTURES'] !== '1') return
  await mkdir(folder, { recursive: true })
  await writeFile(`${folder}/${name}.png`, bytes)
}

/** Runs in the page, since a browser can read a picture. */
async function measure(base64: string): Promise<{ readonly width: number; readonly colours: number }> {
  const png = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([png]))
  const { width, height } = bitmap
  const canvas = new OffscreenCanvas(width, height).getContext('2d')
  canvas?.drawImage(bitmap, 0, 0)
  const { data } = canvas?.getImageData(0, 0, width, height) ?? { data: new Uint8ClampedArray() }
  return { width, colours: new Set(new Uint32Array(data.buffer)).size }
}
